//! What tells a problem's data from other data, of an older state for example: grades of one digest can
//! be compared.

use std::path::{Path, PathBuf};

use jury_checkers::OptionValue;

use super::{
    Case, CaseSettings, CheckerChoice, Grader, Group, Part, Points, Problem, Protocol, Startup,
    StaticValidation, Subtask, SubtaskRule, ValidatorChoice,
};
use crate::digest::Digest;
use crate::limits::Limits;
use crate::regular;
use crate::score::Score;

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
            let added = regular::open_case_file(path).and_then(|file| digest.file("bytes", file));
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
            digest.field("path", path.as_os_str().as_encoded_bytes());
            let changed = regular::open(path).and_then(|file| digest.stamp("stamp", &file));
            let failed = |source| Unreadable { path: path.to_owned(), source };
            newest = newest.max(changed.map_err(failed)?);
            Ok(())
        })?;
        Ok((digest, newest))
    }

    /// A digest of what decides outputs: the checker or the interactor with its options, and how many
    /// passes there are. `program` gives that of a program.
    ///
    /// # Errors
    /// Those of `program`.
    pub fn digest_of_deciders<E>(
        &self,
        program: impl Fn(&Path) -> Result<String, E>,
    ) -> Result<Digest, E> {
        let mut digest = Digest::default();
        match (&self.interactor, &self.checker) {
            (Some(part), _) => {
                digest.field("decides", "interactor");
                add_part(&mut digest, part, &program)?;
                if let Some(part) = &self.dialogue_checker {
                    digest.field("decides", "dialogue");
                    add_part(&mut digest, part, &program)?;
                }
            }
            (None, CheckerChoice::Programs(parts)) => {
                for part in parts {
                    digest.field("decides", "program");
                    add_part(&mut digest, part, &program)?;
                }
            }
            (None, CheckerChoice::Default { flags, lenient }) => {
                digest.field("decides", "default");
                digest.list("flags", flags);
                digest.field("lenient", [u8::from(*lenient)]);
            }
            (None, CheckerChoice::Shipped { name, options }) => {
                digest.field("decides", "shipped");
                digest.field("name", name);
                for (option, value) in options {
                    digest.field("option", option);
                    match value {
                        OptionValue::Bool(value) => digest.field("switch", [u8::from(*value)]),
                        OptionValue::Number(value) => digest.field("number", value.to_string()),
                        OptionValue::Text(value) => digest.field("text", value),
                    }
                }
            }
        }
        digest.list("passes", self.passes.map(u32::to_le_bytes));
        Ok(digest)
    }

    /// A digest of what decides inputs and answers: the validators. `program` gives that of a program.
    ///
    /// # Errors
    /// Those of `program`.
    pub fn digest_of_validators<E>(
        &self,
        program: impl Fn(&Path) -> Result<String, E>,
    ) -> Result<Digest, E> {
        let mut digest = Digest::default();
        if let Some(ValidatorChoice::Shipped(name)) = &self.validator {
            digest.field("shipped", name);
        }
        for part in self.validator.iter().flat_map(ValidatorChoice::programs) {
            digest.field("decides", "inputs");
            digest.field("name", &part.name);
            add_part(&mut digest, part, &program)?;
        }
        for part in &self.answer_validators {
            digest.field("decides", "answers");
            add_part(&mut digest, part, &program)?;
        }
        Ok(digest)
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
        self.additions.files.add_to(&mut digest);
        digest.field("reads only", [u8::from(self.additions.reads_only)]);
        digest.field("deciders", self.digest_of_deciders(&program)?.to_bytes());
        if let Some(Part { path, .. }) = &self.grader {
            digest.field("grader", program(path)?);
        }
        for case in &self.cases {
            add_case(&mut digest, case, add_file)?;
        }
        for own in &self.language_limits {
            digest.field("language", &own.ending);
            for case in &self.cases {
                add_limits(&mut digest, &own.rules.of(&case.name));
            }
        }
        match self.startup {
            Startup::Included => {}
            Startup::Excluded => digest.field("startup", "excluded"),
        }
        if let Some(StaticValidation { program: part, cases }) = &self.static_validation {
            add_part(&mut digest, part, &program)?;
            for case in cases {
                digest.field("static validation", &case.name);
                digest.field("full", case.full(&self.root).to_string());
                digest.list("arguments", case.checker_arguments(&self.root));
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
    let Part { path, protocol, arguments, call, limits, points, is_unbuffered, name: _ } = part;
    digest.field("program", program(path)?);
    digest.field("protocol", protocol.name());
    if let Protocol::CmsManager(processes) = protocol {
        digest.number("processes of a submission", processes.count as u64);
        digest.field("by streams", [u8::from(processes.by_streams)]);
    }
    if let Protocol::SinolManager(processes) = protocol {
        digest.number("processes of a submission", *processes as u64);
    }
    digest.list("arguments", arguments);
    if let Some(call) = call {
        digest.list("call", call);
    }
    if *is_unbuffered {
        digest.field("buffer", "none");
    }
    add_limits(digest, limits);
    match points {
        Points::OutOf(full) => digest.fraction("points out of", *full),
        Points::Legacy(score) => digest.field("points of legacy", score.name()),
        Points::Bounded => digest.field("points", "bounded"),
        Points::Never => digest.field("points", "never"),
    }
    Ok(())
}

/// Adds the limits of a run, in nanoseconds and bytes.
pub fn add_limits(digest: &mut Digest, limits: &Limits) {
    // What a run may take beyond its limit changes no verdict.
    let Limits { cpu, wall, memory, output, processes, files, kill: _ } = *limits;
    digest.number("cpu", cpu.as_nanos());
    digest.number("wall", wall.as_nanos());
    digest.number("memory", memory);
    digest.number("output", output);
    digest.number("processes", processes);
    digest.number("files", files);
}

/// How a group counts, when it is run, and what it tells the checker. What it tells the validator
/// changes no grade.
fn add_group(digest: &mut Digest, group: &Group) {
    let Group { name, scoring, worth, full, on_failure, needs, part_is_enough, .. } = group;
    let Group { checker_arguments, grader, .. } = group;
    digest.field("group", name);
    add_grader(digest, grader);
    digest.field("scoring", scoring.map_or("", super::Scoring::name));
    digest.list("worth", worth.as_ref().map(ToString::to_string));
    digest.field("full", full.to_string());
    digest.field("on failure", on_failure.name());
    digest.list("needs", needs);
    digest.field("part is enough", [u8::from(*part_is_enough)]);
    digest.list("arguments", checker_arguments);
}

fn add_grader(digest: &mut Digest, grader: &Grader) {
    let written = |score: &Option<Score>| score.as_ref().map(ToString::to_string);
    match grader {
        Grader::Own => digest.field("grader", "own"),
        Grader::Partial => digest.field("grader", "partial"),
        Grader::Legacy(legacy) => {
            digest.field("grader", "legacy");
            digest.field("verdicts", legacy.verdicts.name());
            digest.field("scores", legacy.scores.name());
            let switches = [legacy.any_accepted, legacy.ignores_sample, legacy.lower_is_better];
            digest.field("switches", switches.map(u8::from));
            digest.field("accept", legacy.accept_score.to_string());
            digest.field("reject", legacy.reject_score.to_string());
            digest.list("least", written(&legacy.range.0));
            digest.list("most", written(&legacy.range.1));
            digest.field("custom", [u8::from(legacy.custom.is_some())]);
            digest.list("flags", legacy.custom.iter().flatten());
        }
        Grader::Subtasks(subtasks) => {
            digest.field("grader", "subtasks");
            for Subtask { name, worth, rule, cases } in subtasks {
                digest.field("subtask", name);
                digest.field("worth", worth.to_string());
                let (rule, bound) = match rule {
                    SubtaskRule::Min => ("min", None),
                    SubtaskRule::Mean => ("mean", None),
                    SubtaskRule::Product => ("product", None),
                    SubtaskRule::Threshold(bound) => ("threshold", Some(bound.to_string())),
                };
                digest.field("rule", rule);
                digest.list("bound", bound);
                digest.list("cases", cases);
            }
        }
        Grader::Sinol(sinol) => {
            digest.field("grader", "sinol");
            digest.field("contest", sinol.contest.name());
            for (group, needs) in &sinol.dependencies {
                digest.field("group", group);
                digest.list("depends on", needs);
            }
        }
        Grader::Domjudge(domjudge) => {
            digest.field("grader", "domjudge");
            digest.field("scores", domjudge.scores.name());
            let switches = [domjudge.is_described, domjudge.ignores_sample];
            digest.field("switches", switches.map(u8::from));
            digest.list("accept", written(&domjudge.accept_score));
        }
    }
}

fn add_case(
    digest: &mut Digest,
    case: &Case,
    add_file: &mut dyn FnMut(&mut Digest, &Path) -> Result<(), Unreadable>,
) -> Result<(), Unreadable> {
    digest.field("case", &case.name);
    digest.field("group", &case.group);
    add_limits(digest, &case.limits);
    add_file(digest, &case.input)?;
    digest.field("answered", [u8::from(case.answer.is_some())]);
    if let Some(answer) = &case.answer {
        add_file(digest, answer)?;
    }
    let CaseSettings { arguments, files, checker_arguments, .. } = &case.settings;
    digest.list("arguments", arguments);
    digest.list("files", files.as_ref().map(|files| files.as_os_str().as_encoded_bytes()));
    digest.list("checker arguments", checker_arguments.iter().flatten());
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::fs;
    use std::path::Path;

    use super::super::tests::{loaded, part};
    use super::super::*;
    use super::Unreadable;
    use crate::problem::load::load;
    use crate::score::Score;

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

    /// Digests by this function, of which no two are the same.
    #[track_caller]
    fn all_differ<T>(all: &[T], digest: impl Fn(&T) -> String) {
        assert_eq!(all.iter().map(digest).collect::<BTreeSet<_>>().len(), all.len());
    }

    #[test]
    fn whatever_can_change_a_grade_changes_the_digest() {
        let (_folder, problem) = loaded(&[("1.in", "1"), ("1.ans", "1")]);
        let program = |_: &Path| Ok::<_, Unreadable>(String::new());
        let text = || vec!["a".to_owned()];
        let score = || Score::ratio(7, 1).unwrap();
        let mut root = problem.root.clone();
        root.groups.push(Group { name: "a".to_owned(), ..Group::root(Scoring::Sum) });
        let of_root = |change: &dyn Fn(&mut Group)| {
            let mut root = root.clone();
            change(&mut root);
            Problem { root, ..problem.clone() }
        };
        let mut all = vec![
            problem.clone(),
            of_root(&|_| {}),
            of_root(&|root| root.groups[0].name = "b".to_owned()),
            of_root(&|root| root.scoring = Some(Scoring::Min)),
            of_root(&|root| root.groups[0].scoring = None),
            of_root(&|root| root.worth = Some(score())),
            of_root(&|root| root.full = score()),
            of_root(&|root| root.on_failure = OnFailure::Break),
            of_root(&|root| root.on_failure = OnFailure::End),
            of_root(&|root| root.groups[0].needs = text()),
            of_root(&|root| root.part_is_enough = true),
            of_root(&|root| root.checker_arguments = text()),
        ];
        all.extend(
            graders().into_iter().map(|grader| of_root(&|root| root.grader = grader.clone())),
        );
        for points in [
            Points::Bounded,
            Points::Never,
            Points::OutOf(1.0),
            Points::OutOf(2.0),
            Points::Legacy(LegacyScore::Never),
            Points::Legacy(LegacyScore::Always),
            Points::Legacy(LegacyScore::Sometimes),
        ] {
            let checker = CheckerChoice::Programs(vec![Part { points, ..part("/p/c.py") }]);
            all.push(Problem { checker, ..problem.clone() });
        }
        for files in [
            NamedFiles { input: Some("a".into()), output: None },
            NamedFiles { input: Some("b".into()), output: None },
            NamedFiles { input: None, output: Some("a".into()) },
        ] {
            let additions = Additions { files, ..problem.additions.clone() };
            all.push(Problem { additions, ..problem.clone() });
        }
        all_differ(&all, |problem| problem.digest(program).expect("contents"));
    }

    /// Rules of other judges, and each with one thing changed.
    fn graders() -> Vec<Grader> {
        let score = |points: u64| Score::ratio(points, 1).unwrap();
        let legacies = [
            LegacyGrader::default(),
            LegacyGrader { verdicts: VerdictMode::FirstError, ..LegacyGrader::default() },
            LegacyGrader { verdicts: VerdictMode::AlwaysAccept, ..LegacyGrader::default() },
            LegacyGrader { scores: ScoreMode::Average, ..LegacyGrader::default() },
            LegacyGrader { scores: ScoreMode::Min, ..LegacyGrader::default() },
            LegacyGrader { scores: ScoreMode::Max, ..LegacyGrader::default() },
            LegacyGrader { any_accepted: true, ..LegacyGrader::default() },
            LegacyGrader { ignores_sample: true, ..LegacyGrader::default() },
            LegacyGrader { accept_score: score(2), ..LegacyGrader::default() },
            LegacyGrader { reject_score: score(2), ..LegacyGrader::default() },
            LegacyGrader { range: (Some(score(0)), None), ..LegacyGrader::default() },
            LegacyGrader { range: (None, Some(score(0))), ..LegacyGrader::default() },
            LegacyGrader { lower_is_better: true, ..LegacyGrader::default() },
            LegacyGrader { custom: Some(Vec::new()), ..LegacyGrader::default() },
            LegacyGrader { custom: Some(vec!["a".to_owned()]), ..LegacyGrader::default() },
        ];
        let domjudge = || DomjudgeGrader {
            is_described: false,
            scores: ScoreMode::Sum,
            ignores_sample: false,
            accept_score: None,
        };
        let domjudges = [
            domjudge(),
            DomjudgeGrader { is_described: true, ..domjudge() },
            DomjudgeGrader { scores: ScoreMode::Max, ..domjudge() },
            DomjudgeGrader { ignores_sample: true, ..domjudge() },
            DomjudgeGrader { accept_score: Some(score(1)), ..domjudge() },
        ];
        let subtask = |rule, cases: &[&str]| {
            let cases = cases.iter().map(|&name| name.to_owned()).collect();
            Grader::Subtasks(vec![Subtask { name: "a".to_owned(), worth: score(1), rule, cases }])
        };
        let subtasks = [
            subtask(SubtaskRule::Min, &["1"]),
            subtask(SubtaskRule::Mean, &["1"]),
            subtask(SubtaskRule::Product, &["1"]),
            subtask(SubtaskRule::Threshold(score(1)), &["1"]),
            subtask(SubtaskRule::Threshold(score(2)), &["1"]),
            subtask(SubtaskRule::Min, &["1", "2"]),
        ];
        let needs = BTreeMap::from([("2".to_owned(), vec!["1".to_owned()])]);
        let sinols = [
            (SinolContest::Default, BTreeMap::new()),
            (SinolContest::Oi, BTreeMap::new()),
            (SinolContest::Icpc, BTreeMap::new()),
            (SinolContest::Default, needs),
        ];
        let sinol = |(contest, dependencies)| SinolGrader { contest, dependencies };
        let all = [Grader::Partial].into_iter().chain(subtasks);
        all.chain(legacies.map(|one| Grader::Legacy(Box::new(one))))
            .chain(domjudges.map(|one| Grader::Domjudge(Box::new(one))))
            .chain(sinols.map(|one| Grader::Sinol(Box::new(sinol(one)))))
            .collect()
    }

    #[test]
    fn validators_change_their_own_digest_and_no_grade() {
        let (_folder, problem) = loaded(&[("1.in", "1"), ("1.ans", "1")]);
        let program = |_: &Path| Ok::<_, Unreadable>(String::new());
        let with = |validator, answer_validators| Problem {
            validator,
            answer_validators,
            ..problem.clone()
        };
        let own = |name| Some(ValidatorChoice::Programs(vec![part(name)]));
        let all = vec![
            with(None, Vec::new()),
            with(Some(ValidatorChoice::Shipped("a".to_owned())), Vec::new()),
            with(Some(ValidatorChoice::Shipped("b".to_owned())), Vec::new()),
            with(own("/p/a.py"), Vec::new()),
            with(own("/p/b.py"), Vec::new()),
            with(None, vec![part("/p/a.py")]),
        ];
        all_differ(&all, |one| one.digest_of_validators(program).unwrap().in_hexadecimal());
        let grade = |one: &Problem| one.digest(program).expect("contents");
        assert!(all.iter().all(|one| grade(one) == grade(&problem)));
    }
}
