//! Solutions in `sol/`. What is expected of each stands in a comment at its end, as task-maker reads it.

use std::collections::BTreeSet;
use std::path::Path;

use crate::export::file::Package;
use crate::export::words::plain;
use crate::problem::{Expected, Grader, KeptSubmission, Problem, Reference};
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

/// What such a comment begins with.
const MARK: &str = "@check-";

/// Adds the solutions of a task with subtasks of these names.
pub(super) fn add(problem: &Problem, subtasks: &[String], package: &mut Package) {
    // Comments that name subtasks stay where these are the same.
    let are_kept = match &problem.root.grader {
        Grader::Subtasks(own) => own.iter().map(|subtask| &subtask.name).eq(subtasks),
        Grader::Own => problem.root.groups.iter().map(|group| &group.name).eq(subtasks),
        _ => false,
    };
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
        let name = format!("sol/{stem}.{ending}");
        let source = regular::read(&kept.path, LONGEST).ok();
        let source = source.and_then(|own| String::from_utf8(own).ok());
        let says = source.as_ref().is_some_and(|text| text.contains(MARK));
        if says && are_kept {
            package.copy_data(name, &kept.path);
            continue;
        }
        if !kept.expectation.groups.is_empty() {
            package.lose(format!("what is expected of `{own}` in single groups"));
        }
        // Who is named there is not there any more.
        let source = source.map(|text| text.replace(MARK, MARK.trim_start_matches('@')));
        let comment = comment(kept, &ending, subtasks.len()).ok();
        let comment = comment.filter(|comment| comment.is_none() || source.is_some());
        if comment.is_none() {
            package.lose(format!(
                "what is expected of `{own}` ({}): comments of task-maker say it of subtasks",
                kept.expected()
            ));
        }
        match (source, comment.flatten()) {
            (Some(text), Some(comment)) => {
                let end = if text.ends_with('\n') || text.is_empty() { "" } else { "\n" };
                package.text(name, format!("{text}{end}{comment}\n"));
            }
            (Some(text), None) if says => package.text(name, text),
            _ => package.copy_data(name, &kept.path),
        }
    }
}

/// The comment that says what is expected; `None` where nothing is.
fn comment(kept: &KeptSubmission, ending: &str, subtasks: usize) -> Result<Option<String>, ()> {
    let own = &kept.expectation;
    let expected = match own.demands.as_slice() {
        [] => own.verdicts,
        [rule] if rule.about.is_none() => rule.required,
        _ => return Err(()),
    };
    if expected == Expected::anything() {
        return if own.score.is_none() { Ok(None) } else { Err(()) };
    }
    let within = |verdicts: &[Verdict]| expected.verdicts().all(|own| verdicts.contains(&own));
    let known = RESULTS.iter().find(|(_, verdicts)| within(verdicts)).map(|(result, _)| *result);
    let result = known.or(expected.must_fail().then_some("zero")).ok_or(())?;
    // Which of several subtasks fail, nothing says.
    let is_said = subtasks <= 1 || result == "accepted";
    let comment = COMMENTS.iter().find(|(_, endings)| endings.contains(&ending));
    let (Some((sign, _)), true) = (comment, is_said && own.score.is_none()) else { return Err(()) };
    Ok(Some(format!("{sign} {MARK}{result}: *")))
}
