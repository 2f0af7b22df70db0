//! Solutions in `sol/`. What is expected of each stands in a comment at its end, as task-maker reads it.

use std::collections::BTreeSet;
use std::path::Path;

use crate::export::file::Package;
use crate::export::words::plain;
use crate::problem::{Expected, KeptSubmission, Problem, Reference};
use crate::regular;
use crate::verdict::Verdict::{
    self, Accepted, IdleLimit, MemoryLimit, OutputFormat, OutputLimit, PartialScore, RunTimeError,
    SecurityViolation, TimeLimit, WrongAnswer,
};

/// Longest source that gets a comment, in bytes.
const LONGEST: u64 = 1 << 20;

/// How comments begin, by the endings of sources.
const COMMENTS: [(&str, &[&str]); 2] = [
    ("//", &["cpp", "cc", "cxx", "c", "java", "rs", "go", "cs", "js", "pas"]),
    ("#", &["py", "sh", "rb", "pl"]),
];

/// Results, and the verdicts that they are of.
const RESULTS: [(&str, &[Verdict]); 6] = [
    ("accepted", &[Accepted]),
    ("wrong-answer", &[WrongAnswer, OutputFormat, OutputLimit]),
    ("time-limit-exceeded", &[TimeLimit, IdleLimit]),
    ("memory-limit-exceeded", &[MemoryLimit]),
    ("runtime-error", &[RunTimeError, SecurityViolation, MemoryLimit]),
    ("partial-score", &[PartialScore]),
];

/// What no solution is called there.
const TAKEN: [&str; 5] = ["solution", "soluzione", "grader", "stub", "template"];

/// Adds the solutions of a task with so many subtasks.
pub(super) fn add(problem: &Problem, subtasks: usize, package: &mut Package) {
    if let Some(Reference::Source(path)) = &problem.reference
        && path.is_file()
        && problem.has_reference_of_its_own()
    {
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        package.copy_data(format!("sol/solution.{ending}"), path);
    }
    let mut taken: BTreeSet<String> = TAKEN.iter().map(|name| (*name).to_owned()).collect();
    for kept in &problem.submissions {
        let own = kept.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !kept.path.is_file() {
            package
                .lose(format!("the submission `{own}`: in tasks of CMS, a solution is one source"));
            continue;
        }
        let ending = kept.path.extension().unwrap_or_default().to_string_lossy().into_owned();
        let mut stem = plain(&kept.path.file_stem().unwrap_or_default().to_string_lossy());
        let around = kept.path.parent().and_then(Path::file_name).unwrap_or_default();
        if problem.is_reference(kept) {
            "solution".clone_into(&mut stem);
        } else {
            while !taken.insert(stem.clone()) {
                stem = format!("{}_{stem}", plain(&around.to_string_lossy()));
            }
        }
        if !kept.expectation.groups.is_empty() {
            package.lose(format!("what is expected of `{own}` in single groups"));
        }
        let name = format!("sol/{stem}.{ending}");
        match commented(kept, &ending, subtasks) {
            Ok(Some(text)) => package.text(name, text),
            Ok(None) => package.copy_data(name, &kept.path),
            Err(()) => {
                package.copy_data(name, &kept.path);
                package.lose(format!(
                    "what is expected of `{own}` ({}): comments of task-maker say it of subtasks",
                    kept.expected()
                ));
            }
        }
    }
}

/// The source with what is expected of it at its end; `None` where nothing is, or it says that already.
fn commented(kept: &KeptSubmission, ending: &str, subtasks: usize) -> Result<Option<String>, ()> {
    let own = &kept.expectation;
    let expected = match own.demands.as_slice() {
        [] => own.verdicts,
        [rule] if rule.about.is_none() => rule.required,
        _ => return says_itself(kept),
    };
    if expected == Expected::anything() {
        return if own.score.is_none() { Ok(None) } else { Err(()) };
    }
    let within = |verdicts: &[Verdict]| expected.verdicts().all(|own| verdicts.contains(&own));
    let known = RESULTS.iter().find(|(_, verdicts)| within(verdicts)).map(|(result, _)| *result);
    let result = known.or(expected.must_fail().then_some("zero")).ok_or(())?;
    // Which of several subtasks fail, nothing says.
    let is_said = subtasks == 1 || result == "accepted";
    let comment = COMMENTS.iter().find(|(_, endings)| endings.contains(&ending));
    let (Some((sign, _)), true) = (comment, is_said && own.score.is_none()) else { return Err(()) };
    let text = regular::read(&kept.path, LONGEST).ok().and_then(|own| String::from_utf8(own).ok());
    let text = text.ok_or(())?;
    let line = if text.ends_with('\n') || text.is_empty() { "" } else { "\n" };
    Ok(Some(format!("{text}{line}{sign} @check-{result}: *\n")))
}

/// Rules of subtasks that were read from such comments stay in the source.
fn says_itself(kept: &KeptSubmission) -> Result<Option<String>, ()> {
    let text = regular::read(&kept.path, LONGEST).unwrap_or_default();
    let says = String::from_utf8_lossy(&text).contains("@check-");
    if says { Ok(None) } else { Err(()) }
}
