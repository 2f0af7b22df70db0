//! What tells a problem's data from other data, of an older state for example: grades of one digest can
//! be compared.

use std::path::{Path, PathBuf};

use jury_checkers::OptionValue;

use super::{Case, CaseSettings, CheckerChoice, Group, Part, Problem};
use crate::digest::Digest;
use crate::limits::Limits;
use crate::regular;

/// A file of a case cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("cannot read {}", path.display())]
pub struct Unreadable {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub source: std::io::Error,
}

impl Problem {
    /// A digest of all that grades must share to be compared: how cases count, what decides, and of
    /// all cases the names, inputs, answers and limits. `program` gives that of a program's sources.
    ///
    /// # Errors
    /// When a file of a case cannot be read; those of `program`.
    pub fn digest<E: From<Unreadable>>(
        &self,
        program: impl Fn(&Path) -> Result<String, E>,
    ) -> Result<String, E> {
        let mut digest = Digest::default();
        for group in self.root.all() {
            add_group(&mut digest, group);
        }
        match (&self.interactor, &self.checker) {
            (Some(part), _) => add_part(&mut digest, part, &program)?,
            (None, CheckerChoice::Programs(parts)) => {
                for part in parts {
                    add_part(&mut digest, part, &program)?;
                }
            }
            (None, CheckerChoice::Default { flags, lenient }) => {
                digest.part("default");
                digest.list(flags);
                digest.part([u8::from(*lenient)]);
            }
            (None, CheckerChoice::Shipped { name, options }) => {
                digest.part("shipped");
                digest.part(name);
                let options = options.iter().map(|(option, value)| {
                    let value = match value {
                        OptionValue::Bool(value) => value.to_string(),
                        OptionValue::Number(value) => value.to_string(),
                        OptionValue::Text(value) => format!("\"{value}\""),
                    };
                    format!("{option}={value}")
                });
                digest.list(options);
            }
        }
        if let Some(Part { path, .. }) = &self.grader {
            digest.part("grader");
            digest.part(program(path)?);
        }
        for case in &self.cases {
            add_case(&mut digest, case)?;
        }
        Ok(digest.in_hexadecimal())
    }
}

/// A program that decides.
fn add_part<E>(
    digest: &mut Digest,
    part: &Part,
    program: &impl Fn(&Path) -> Result<String, E>,
) -> Result<(), E> {
    let Part { path, protocol, arguments, points, .. } = part;
    digest.part("program");
    digest.part(program(path)?);
    digest.part(protocol.name());
    digest.list(arguments);
    digest.part(format!("{points:?}"));
    Ok(())
}

/// How a group counts, when it is run, and what it tells the checker. What it tells the validator
/// changes no grade.
fn add_group(digest: &mut Digest, group: &Group) {
    let Group { name, scoring, worth, full, on_failure, needs, checker_arguments, grader, .. } =
        group;
    digest.part(format!("{grader:?}"));
    digest.part(name);
    digest.part(scoring.map_or("", super::Scoring::name));
    digest.part(worth.as_ref().map_or_else(String::new, ToString::to_string));
    digest.part(full.to_string());
    digest.part(on_failure.name());
    digest.list(needs);
    digest.list(checker_arguments);
}

fn add_case(digest: &mut Digest, case: &Case) -> Result<(), Unreadable> {
    digest.part(&case.name);
    let Limits { cpu, wall, memory, output, processes, files } = case.limits;
    for time in [cpu, wall] {
        digest.part(time.as_nanos().to_le_bytes());
    }
    for size in [memory, output, processes.into(), files] {
        digest.part(size.to_le_bytes());
    }
    add_file(digest, &case.input)?;
    match &case.answer {
        Some(answer) => add_file(digest, answer)?,
        None => digest.part(""),
    }
    let CaseSettings { arguments, files, checker_arguments, .. } = &case.settings;
    digest.list(arguments);
    digest.part(files.as_ref().map_or(&b""[..], |files| files.as_os_str().as_encoded_bytes()));
    digest.list(checker_arguments.iter().flatten());
    Ok(())
}

fn add_file(digest: &mut Digest, path: &Path) -> Result<(), Unreadable> {
    let added = regular::open(path).and_then(|file| digest.file(file));
    added.map_err(|source| Unreadable { path: path.to_owned(), source })
}
