//! Tags in the sources of submissions: `@EXPECTED_RESULTS@: …` and `@EXPECTED_SCORE@: …` of DOMjudge,
//! `@EXPECTED_GRADES@ …` of Nordic olympiads.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::super::sheet::bytes;
use crate::problem::complaint::Complaints;
use crate::problem::folder::{Folder, Kind};
use crate::score::Score;
use crate::verdict::Verdict;

const RESULTS: &str = "@expected_results@: ";
const SCORE: &str = "@expected_score@: ";
const GRADES: &str = "@expected_grades@ ";

/// Files of a submission that are looked into.
const MOST_FILES: usize = 64;

/// What the tags of a submission say.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Tags {
    /// The verdicts of which it gets one; empty where a person has to look.
    pub(super) results: Option<Vec<Verdict>>,
    pub(super) score: Option<Score>,
    /// The verdicts of the groups in `secret`, in order.
    pub(super) grades: Vec<Verdict>,
}

/// The tags of submissions, each read once.
pub(super) struct AllTags<'a> {
    folder: &'a Folder,
    known: HashMap<PathBuf, Found>,
}

/// The tags of a submission, and what is wrong with them.
struct Found {
    tags: Tags,
    complaints: Complaints,
}

impl<'a> AllTags<'a> {
    pub(super) fn of(folder: &'a Folder) -> Self {
        Self { folder, known: HashMap::new() }
    }

    /// Those of a submission.
    pub(super) fn get(&mut self, path: &Path) -> &Tags {
        &self.found(path).tags
    }

    /// The same; complains of what is wrong with them, once.
    pub(super) fn check(&mut self, path: &Path, complaints: &mut Complaints) -> &Tags {
        let found = self.found(path);
        complaints.take(std::mem::take(&mut found.complaints));
        &found.tags
    }

    fn found(&mut self, path: &Path) -> &mut Found {
        let folder = self.folder;
        self.known.entry(path.to_owned()).or_insert_with(|| in_submission(folder, path))
    }
}

/// The tags in a submission: of several files, those of the first that has some.
fn in_submission(folder: &Folder, path: &Path) -> Found {
    let (mut all, mut complaints) = (Tags::default(), Complaints::default());
    let files = match folder.look(path) {
        Ok(Kind::File) => vec![path.to_owned()],
        Ok(Kind::Folder) => {
            let entries = folder.entries(path, &mut complaints).into_iter();
            entries.filter(|entry| entry.kind == Kind::File).map(|entry| entry.path).collect()
        }
        _ => Vec::new(),
    };
    for file in files.iter().take(MOST_FILES) {
        // What cannot be read is told when the submission is built.
        let Some(bytes) = bytes(folder, file, &mut Complaints::default()) else { continue };
        let found = read(&String::from_utf8_lossy(&bytes));
        for problem in &found.unknown {
            let words = format!("`@EXPECTED_RESULTS@`: unknown result `{problem}` is passed over");
            complaints.warn_about(folder.shown(file), words);
        }
        all.results = all.results.or(found.tags.results);
        all.score = all.score.or(found.tags.score);
        if all.grades.is_empty() {
            all.grades = found.tags.grades;
        }
    }
    Found { tags: all, complaints }
}

struct Read {
    tags: Tags,
    /// Words that are no results.
    unknown: Vec<String>,
}

fn read(text: &str) -> Read {
    let lower = text.to_ascii_lowercase();
    let rest_of_line = |at: usize| text[at..].lines().next().unwrap_or_default();
    let ends = |tag: &str| -> Vec<usize> {
        lower.match_indices(tag).map(|(at, _)| at + tag.len()).collect()
    };
    let mut unknown = Vec::new();
    let number = |at: usize| rest_of_line(at).trim().parse::<f64>().ok();
    let scores = ends(SCORE);
    // What is no score is read as results, as DOMjudge does.
    let (scores, others): (Vec<usize>, Vec<usize>) =
        scores.into_iter().partition(|&at| number(at).is_some());
    let results = match [ends(RESULTS), others].concat().as_slice() {
        [at] => {
            let words = rest_of_line(*at).split(',').map(|word| word.trim().to_ascii_uppercase());
            let mut verdicts = Vec::new();
            for word in words {
                match result(&word) {
                    Some(verdict) => verdicts.push(verdict),
                    None if BY_HAND.contains(&word.as_str()) => {}
                    None => unknown.push(crate::visible::visible(word.as_bytes())),
                }
            }
            Some(verdicts)
        }
        // Twice is no expectation, says DOMjudge.
        [] => None,
        _ => Some(Vec::new()),
    };
    let score = match scores.as_slice() {
        [at] => number(*at),
        // Twice is no expectation here either.
        _ => None,
    };
    let grades = ends(GRADES).first().map_or_else(Vec::new, |&at| {
        let words = rest_of_line(at).split_whitespace();
        words.map_while(|word| Verdict::ALL.into_iter().find(|v| v.code() == word)).collect()
    });
    let score = score.filter(|score| score.abs() < 1e12).map(Score::decimal);
    Read { tags: Tags { results, score, grades }, unknown }
}

/// Words of DOMjudge for a verdict that a person gives.
const BY_HAND: [&str; 2] = ["CHECK-MANUALLY", "CHECK_MANUALLY"];

/// What a word of DOMjudge's stands for.
fn result(word: &str) -> Option<Verdict> {
    Some(match word {
        "CORRECT" | "ACCEPTED" => Verdict::Accepted,
        "WRONG-ANSWER" | "WRONG_ANSWER" | "NO-OUTPUT" | "NO_OUTPUT" => Verdict::WrongAnswer,
        "TIMELIMIT" | "TIME_LIMIT_EXCEEDED" => Verdict::TimeLimit,
        "RUN-ERROR" | "RUN_TIME_ERROR" => Verdict::RunTimeError,
        "COMPILER-ERROR" | "COMPILER_ERROR" => Verdict::CompileError,
        "OUTPUT-LIMIT" | "OUTPUT_LIMIT" => Verdict::OutputLimit,
        "MEMORY-LIMIT" | "MEMORY_LIMIT" => Verdict::MemoryLimit,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Tags, read};
    use crate::score::Score;
    use crate::verdict::Verdict::{
        Accepted, CompileError, MemoryLimit, OutputLimit, RunTimeError, TimeLimit, WrongAnswer,
    };

    #[track_caller]
    fn case(text: &str, expected: &Tags) {
        assert_eq!(read(text).tags, *expected, "{text}");
    }

    #[test]
    fn tags_are_found_in_any_case_with_their_colon_and_blank() {
        let none = Tags::default();
        let results = |results: &[_]| Tags { results: Some(results.to_vec()), ..Tags::default() };
        case(
            "// @EXPECTED_RESULTS@: WRONG-ANSWER, timelimit\nx",
            &results(&[WrongAnswer, TimeLimit]),
        );
        case("# @expected_results@: Accepted", &results(&[Accepted]));
        case("# @EXPECTED_RESULTS@:CORRECT", &none);
        case("# @EXPECTED_RESULTS@: CHECK-MANUALLY", &results(&[]));
        let twice = "@EXPECTED_RESULTS@: CORRECT\n@EXPECTED_RESULTS@: CORRECT\n";
        case(twice, &results(&[]));
        case("# @EXPECTED_SCORE@: timelimit", &results(&[TimeLimit]));
        case("@EXPECTED_SCORE@: 1\n@EXPECTED_SCORE@: 1", &none);
        let score = Some(Score::ratio(25, 2).unwrap());
        case("/* @EXPECTED_SCORE@: 12.5\n */", &Tags { score, ..Tags::default() });
        // No problem gives so much.
        case("@EXPECTED_SCORE@: 1e12", &none);
        let grades = vec![Accepted, RunTimeError, TimeLimit];
        case("@EXPECTED_GRADES@ AC RTE TLE x WA\n", &Tags { grades, ..Tags::default() });
        assert_eq!(read("@EXPECTED_RESULTS@: CORECT").unknown, ["CORECT"]);
        assert!(read("@EXPECTED_RESULTS@: CHECK-MANUALLY").unknown.is_empty());
    }

    #[test]
    fn words_of_domjudge_stand_for_verdicts() {
        for (words, verdict) in [
            ("CORRECT, ACCEPTED", Accepted),
            ("WRONG-ANSWER, WRONG_ANSWER", WrongAnswer),
            ("NO-OUTPUT, NO_OUTPUT", WrongAnswer),
            ("TIMELIMIT, TIME_LIMIT_EXCEEDED", TimeLimit),
            ("RUN-ERROR, RUN_TIME_ERROR", RunTimeError),
            ("COMPILER-ERROR, COMPILER_ERROR", CompileError),
            ("OUTPUT-LIMIT, OUTPUT_LIMIT", OutputLimit),
            ("MEMORY-LIMIT, MEMORY_LIMIT", MemoryLimit),
        ] {
            let found = read(&format!("@EXPECTED_RESULTS@: {words}")).tags.results;
            assert_eq!(found, Some(vec![verdict; 2]), "{words}");
        }
    }
}
