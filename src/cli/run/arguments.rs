//! The arguments of `jury run`, as they are written.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::anyhow;

use crate::problem::Problem;

use super::super::context::Context;
use super::super::named;
use super::super::output;
use super::super::status::Failure;
use super::super::values;

/// Run a submission once on your own input, and see what it writes
///
/// The input comes from a file, from standard input (`-`, or no INPUT), or is that of a case. On a
/// terminal, the output is shown under a heading. Otherwise, standard output gets the output
/// unchanged, and everything else goes to standard error. The run is in the sandbox, under the
/// problem's limits. The checker judges the output where there is an answer: that of the case, of
/// --answer or of --reference; or where it needs none.
///
/// On an interactive problem you play the interactor: what you type goes to the submission, and you
/// see what it writes at once. With --play, the interactor plays on the input, and you see the
/// dialogue.
#[derive(Debug, clap::Args)]
#[command(override_usage = "jury run [OPTIONS] [PROBLEM] <SUBMISSION> [INPUT|-]")]
#[command(after_help = "\
Examples:
  jury run four-in-line solution.cpp my-test.in
  printf '3 4\\n' | jury run ./my-problem solution.py > my-test.out
  jury run four-in-line solution.cpp --case sample/1
  jury run ./my-problem solution.py my-test.in --reference
  jury run four-in-line solution.cpp my-test.in --json -
  jury run ./guess solution.py
  jury run ./guess solution.py --case sample/1 --play")]
pub(in super::super) struct Arguments {
    /// Problem folder, slug or alias [default: the problem that the working directory lies in]
    #[arg(value_name = "PROBLEM")]
    problem: Option<String>,
    /// Source file, folder of sources, or executable
    #[arg(value_name = "SUBMISSION")]
    submission: Option<PathBuf>,
    /// Input file [default: standard input]
    #[arg(value_name = "INPUT")]
    input: Option<PathBuf>,
    /// Take the input, answer, limits and arguments of this case
    #[arg(long, value_name = "CASE")]
    pub(super) case: Option<String>,
    /// Compare with this answer
    #[arg(long, value_name = "FILE")]
    pub(super) answer: Option<PathBuf>,
    /// Run the reference too, and show its output; it is the answer where there is no other
    #[arg(long)]
    pub(super) reference: bool,
    /// Let the problem's interactor play
    #[arg(long)]
    pub(super) play: bool,
    /// Language of the submission (see `jury languages`) [default: by file name]
    #[arg(long, short, value_name = "NAME")]
    pub(super) language: Option<String>,
    /// CPU time limit, in seconds, before the language's factor
    #[arg(long, value_name = "S", value_parser = values::time_limit)]
    pub(super) time_limit: Option<Duration>,
    /// Write what came of it as JSON (`-` for standard output, which then does not get the output)
    #[arg(long, value_name = "FILE")]
    pub(super) json: Option<PathBuf>,
}

impl Arguments {
    /// The problem that they mean, and the paths of the submission and the input.
    pub(super) fn named(&self, context: &Context) -> Result<(String, Vec<PathBuf>), Failure> {
        let paths: Vec<PathBuf> =
            [&self.submission, &self.input].into_iter().flatten().cloned().collect();
        let (problem, paths) = named::split(context, self.problem.as_deref(), &paths)?;
        match paths.len() {
            0 => Err(Failure::usage(anyhow!(
                "expected a SUBMISSION of `{problem}`: a source file, a folder of sources or an executable"
            ))),
            1 | 2 if self.case.is_some() && paths.len() == 2 => {
                Err(Failure::usage(anyhow!("expected no input file with --case")))
            }
            1 | 2 => Ok((problem, paths)),
            _ => Err(Failure::usage(anyhow!("expected a single input"))),
        }
    }

    /// Whether the problem is of the kind that the options are for.
    pub(super) fn fit(&self, problem: &Problem) -> Result<(), Failure> {
        let slug = &problem.slug;
        let is_one_run = problem.interactor.is_none() && problem.passes.is_none();
        let wrong = if problem.interactor.is_none() && self.play {
            format!("`{slug}` is not interactive: it has no interactor for --play")
        } else if problem.interactor.is_some() && !self.play && self.case.is_some() {
            "on an interactive problem, --case needs the interactor: add --play".to_owned()
        } else if problem.interactor.is_some() && !self.play && self.json.is_some() {
            "on an interactive problem, --json needs the interactor: add --play".to_owned()
        } else if !is_one_run && self.reference {
            format!(
                "`{slug}` is interactive: the output of its reference depends on the interactor"
            )
        } else {
            return Ok(());
        };
        Err(Failure::usage(anyhow!(wrong)))
    }

    /// Whether the JSON goes to standard output.
    pub(super) fn prints_json(&self) -> bool {
        self.json.as_deref() == Some(Path::new("-"))
    }

    /// Whether the JSON can be written, and goes over nothing that is read.
    pub(super) fn expect_writable(&self, problem: &Problem) -> Result<(), Failure> {
        let own = [&self.submission, &self.input, &self.answer].into_iter().flatten().cloned();
        let read: Vec<PathBuf> = own.chain(problem.sources()).collect();
        output::expect_reports(self.json.as_deref().as_slice(), &read)
    }
}
