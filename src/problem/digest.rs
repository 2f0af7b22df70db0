//! What tells a problem's data from other data, of an older state for example: grades of one digest can
//! be compared.

use std::path::{Path, PathBuf};

use jury_checkers::OptionValue;

use super::{Case, CaseSettings, CheckerChoice, Group, Part, Problem, StaticValidation};
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
        self.digest_by(program, &mut |digest, path| {
            let added = regular::open(path).and_then(|file| digest.file(file));
            added.map_err(|source| Unreadable { path: path.to_owned(), source })
        })
    }

    /// The same with the stamps of files in place of what they hold: made without reading them, and
    /// another one after each change of a file, unless it was changed twice in one tick of the clock.
    /// Returns also when the last change was, in seconds of the system's clock.
    ///
    /// # Errors
    /// As [`Problem::digest`].
    pub fn digest_of_stamps<E: From<Unreadable>>(
        &self,
        program: impl Fn(&Path) -> Result<String, E>,
    ) -> Result<(String, i64), E> {
        let mut newest = i64::MIN;
        let digest = self.digest_by(program, &mut |digest, path| {
            digest.part(path.as_os_str().as_encoded_bytes());
            let changed = regular::open(path).and_then(|file| digest.stamp(&file));
            let failed = |source| Unreadable { path: path.to_owned(), source };
            newest = newest.max(changed.map_err(failed)?);
            Ok(())
        })?;
        Ok((digest, newest))
    }

    fn digest_by<E: From<Unreadable>>(
        &self,
        program: impl Fn(&Path) -> Result<String, E>,
        add_file: &mut dyn FnMut(&mut Digest, &Path) -> Result<(), Unreadable>,
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
            add_case(&mut digest, case, add_file)?;
        }
        if let Some(StaticValidation { program: part, cases }) = &self.static_validation {
            add_part(&mut digest, part, &program)?;
            for case in cases {
                digest.part(&case.name);
                digest.part(case.full(&self.root).to_string());
                digest.list(case.checker_arguments(&self.root));
            }
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

fn add_case(
    digest: &mut Digest,
    case: &Case,
    add_file: &mut dyn FnMut(&mut Digest, &Path) -> Result<(), Unreadable>,
) -> Result<(), Unreadable> {
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

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::Unreadable;
    use crate::problem::load::load;

    /// Both digests.
    fn digests(folder: &Path) -> (String, String) {
        let program = |_: &Path| Ok::<_, Unreadable>(String::new());
        let problem = load(folder).expect("a problem");
        let stamps = problem.digest_of_stamps(program).expect("stamps").0;
        (problem.digest(program).expect("contents"), stamps)
    }

    #[test]
    fn stamps_change_with_files_and_nothing_is_read_of_them() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("1.in"), "1\n").unwrap();
        fs::write(at("1.ans"), "1\n").unwrap();
        let first = digests(folder.path());
        assert_eq!(digests(folder.path()), first);
        // Another file of the same size and bytes, and then other bytes.
        fs::copy(at("1.in"), at("copy")).unwrap();
        fs::rename(at("copy"), at("1.in")).unwrap();
        let copied = digests(folder.path());
        assert_eq!(copied.0, first.0);
        assert_ne!(copied.1, first.1);
        fs::write(at("1.ans"), "12\n").unwrap();
        let changed = digests(folder.path());
        assert_ne!(changed.0, copied.0);
        assert_ne!(changed.1, copied.1);
    }
}
