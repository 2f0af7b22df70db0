//! What is told of packages that were verified: on one machine, or by the parts of a plan.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::judge::verify::Proof;
use crate::problem::load;
use crate::report::annotations::Annotation;
use crate::report::markdown::{self, Unread};
use crate::report::{matrix_json, proof, proof_json, proof_junit, terminal};
use crate::sandbox::Isolation;

use super::super::context::Context;
use super::super::github::{self, OfProblem};
use super::super::output;
use super::super::status::{Failure, Status};

/// Files for machines, each whole or not at all.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(
    next_help_heading = "Reports (FILE `-` is standard output; other text then goes to standard \
         error)"
)]
pub(in super::super) struct Reports {
    /// Write what was found as JSON
    #[arg(long, value_name = "FILE")]
    pub(in super::super) json: Option<PathBuf>,
    /// Write what was found as JUnit XML, for GitLab, Jenkins and others
    #[arg(long, value_name = "FILE")]
    pub(in super::super) junit: Option<PathBuf>,
    /// Write what was found as Markdown, for GitHub and others
    #[arg(long, value_name = "FILE")]
    pub(in super::super) markdown: Option<PathBuf>,
    /// Write the matrices as JSON; implies --matrix
    #[arg(long, value_name = "FILE")]
    pub(in super::super) matrix_json: Option<PathBuf>,
}

impl Reports {
    /// Where reports go to.
    pub(super) fn places(&self) -> Vec<&Path> {
        let all = [&self.json, &self.junit, &self.markdown, &self.matrix_json];
        all.into_iter().filter_map(Option::as_deref).collect()
    }

    fn write(&self, isolation: &Isolation, told: &Told) -> Result<(), Failure> {
        let Told { proofs, unread, .. } = told;
        if let Some(path) = &self.json {
            let text = proof_json::render(isolation, proofs, unread).map_err(Failure::ours)?;
            output::write_report(path, &text)?;
        }
        if let Some(path) = &self.junit {
            let text = proof_junit::render(proofs, unread).map_err(Failure::ours)?;
            output::write_report(path, &text)?;
        }
        if let Some(path) = &self.markdown {
            output::write_report(path, &markdown::proofs(proofs, unread))?;
        }
        if let Some(path) = &self.matrix_json {
            let matrices = proofs.iter();
            let matrices =
                matrices.filter_map(|proof| Some((&*proof.slug, proof.matrix.as_ref()?)));
            output::write_report(path, &matrix_json::render(matrices).map_err(Failure::ours)?)?;
        }
        Ok(())
    }
}

/// What was told by now.
#[derive(Debug)]
pub(in super::super) struct Told {
    /// Whether standard output is for a report.
    aside: bool,
    proofs: Vec<Proof>,
    /// Those that could not be checked at all.
    unread: Vec<Unread>,
    /// The status where a problem could not be verified.
    broken: Option<Status>,
}

impl Told {
    /// Nothing yet, beside these reports.
    pub(in super::super) fn nothing(reports: &Reports) -> Self {
        let aside = reports.places().contains(&Path::new("-"));
        Self { aside, proofs: Vec::new(), unread: Vec::new(), broken: None }
    }

    fn say(&self, render: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        if self.aside { output::print_aside(render) } else { output::print(render) }
    }

    /// A package that was verified, with places of what was found.
    pub(in super::super) fn proof(
        &mut self,
        annotations: Vec<Annotation>,
        proof: Proof,
    ) -> Result<(), Failure> {
        if !proof.spoilt.is_empty() {
            self.broken = Some(Status::Failed);
        } else if proof.no_submissions > 0 && self.broken.is_none() {
            self.broken = Some(Status::Usage);
        }
        let mut words = |out: &mut dyn Write| proof::render(&proof, output::width(), out);
        self.say(|out| github::words(annotations, &mut words, out))?;
        self.proofs.push(proof);
        Ok(())
    }

    /// A package that could not be verified.
    pub(in super::super) fn unread(&mut self, unread: Unread, failure: &Failure) {
        output::error(failure);
        self.unread.push(unread);
        if self.broken != Some(Status::Failed) {
            self.broken = Some(failure.status);
        }
    }

    /// The table of all packages.
    pub(in super::super) fn table(&self, isolation: &Isolation) -> Result<(), Failure> {
        let Self { proofs, unread, .. } = self;
        if !proofs.is_empty() {
            self.say(|out| {
                terminal::isolation(isolation, output::width(), out)?;
                proof::table(proofs, unread, output::width(), out)
            })?;
        }
        github::summarize(|| markdown::proofs(proofs, unread))
    }

    /// The reports, and the status of it all.
    pub(in super::super) fn end(
        &self,
        context: &Context,
        isolation: &Isolation,
        reports: &Reports,
    ) -> Result<Status, Failure> {
        reports.write(isolation, self)?;
        let good = self.proofs.iter().all(Proof::holds);
        Ok(self.broken.unwrap_or_else(|| context.status(good)))
    }
}

/// Why a package could not be verified, for reports.
pub(in super::super) fn unread(failure: &Failure) -> Unread {
    let of_folder = failure.error.downcast_ref::<load::LoadError>();
    let of_problem = failure.error.downcast_ref::<OfProblem>();
    let nowhere = match failure.error.downcast_ref::<load::FindError>() {
        Some(load::FindError::NoFolder { path, .. }) => Some(github::title(path)),
        _ => None,
    };
    let name = of_folder.map(|error| github::title(&error.folder)).or(nowhere);
    let name = name.or_else(|| of_problem.map(|problem| problem.slug.clone()));
    Unread { name, why: failure.to_string() }
}
