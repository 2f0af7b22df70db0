//! The protocol of the ICPC problem package format: exit codes 42 and 43, and files in a feedback
//! folder.
//!
//! | file | meaning |
//! |---|---|
//! | `judgemessage.txt` | why, for the jury; its first line is the message |
//! | `teammessage.txt` | why, for contestants; the message where the first is missing |
//! | `score.txt` | the points of an accepted output |
//! | `score_multiplier.txt` | the same as a share, 0 to 1, of a full solution's points |
//! | `nextpass.in` | the input of another pass, where the problem has several |
//! | `judgeerror.txt` | why the program cannot judge |
//!
//! All other files are the program's own: it finds them again in the next pass of the case.

use std::path::Path;

use jury_checkers::Invalid;

use super::points::in_words;
use super::result::{LONGEST, ProgramResult, invalid};
use super::rules::{Call, ProtocolRules};
use super::scores::Given;
use crate::checker::terms::{Decision, NextPass, Pass, Terms};
use crate::problem::Points;
use crate::sandbox::Keep;
use crate::visible::{first_line, last_line};

const JUDGE_MESSAGE: usize = 0;
const TEAM_MESSAGE: usize = 1;
const SCORE: usize = 2;
const MULTIPLIER: usize = 3;
const JUDGE_ERROR: usize = 4;
const NEXT_PASS: usize = 5;

/// The feedback folder, and what is read of it.
const KEEP: Keep<'static> = Keep {
    folder: Some("feedback"),
    files: &[
        "feedback/judgemessage.txt",
        "feedback/teammessage.txt",
        "feedback/score.txt",
        "feedback/score_multiplier.txt",
        "feedback/judgeerror.txt",
        "feedback/nextpass.in",
    ],
    most: 64 << 10,
    all: false,
};

/// The same for a static validator: among the files of a submission, where none can have this name.
pub(in crate::checker) const STATIC_FEEDBACK: Keep<'static> = Keep {
    folder: Some(".feedback"),
    files: &[
        ".feedback/judgemessage.txt",
        ".feedback/teammessage.txt",
        ".feedback/score.txt",
        ".feedback/score_multiplier.txt",
        ".feedback/judgeerror.txt",
        ".feedback/nextpass.in",
    ],
    ..KEEP
};

/// The protocol.
pub(super) struct Icpc;

/// Arguments of an output validator or interactor.
const ARGUMENTS: &[&str] = &["/files/input", "/files/answer", "/box/feedback/"];

impl ProtocolRules for Icpc {
    fn checker(&self) -> Call {
        Call { arguments: ARGUMENTS, input: Some("output"), keep: Some(KEEP) }
    }

    fn interactor(&self) -> Call {
        Call { arguments: ARGUMENTS, input: None, keep: Some(KEEP) }
    }

    fn interactor_survives(&self) -> bool {
        true
    }

    fn decision(
        &self,
        heard: &ProgramResult,
        points: Points,
        terms: &Terms<'_>,
    ) -> Result<Decision, String> {
        decision(heard, points, terms)
    }

    fn validation(&self, heard: &ProgramResult, name: &str) -> Result<Option<Invalid>, String> {
        validation(heard, name)
    }
}

fn decision(heard: &ProgramResult, points: Points, terms: &Terms<'_>) -> Result<Decision, String> {
    let file = |index: usize| heard.kept.get(index).and_then(Option::as_deref);
    let accepts = match heard.code {
        Some(42) => true,
        Some(43) => false,
        _ => return Err(error(heard, file(JUDGE_ERROR))),
    };
    let asks = file(NEXT_PASS).is_some();
    let next = match terms.pass {
        Some(pass) if asks => Some(next_pass(heard, pass, accepts)?),
        None if asks && matches!(points, Points::OutOf(_)) => {
            return Err("it asks for another pass (`nextpass.in`), which is not supported".into());
        }
        _ => None,
    };
    let message = [JUDGE_MESSAGE, TEAM_MESSAGE]
        .into_iter()
        .map(|index| first_line(file(index).unwrap_or_default(), LONGEST))
        .find(|message| !message.is_empty())
        .unwrap_or_default();
    let given = Given {
        score: file(SCORE),
        multiplier: file(MULTIPLIER),
        accepts,
        goes_on: next.is_some(),
    };
    let (opinion, score) = given.weigh(points, terms.scores)?;
    let mut decision = in_words(Decision { opinion, message, score, place: None, next }, points);
    // No fault of the submission: reported, without any effect.
    let pass = "`nextpass.in` is ignored: the problem is not multi-pass";
    let pass = (asks && terms.pass.is_none()).then_some(pass);
    for words in pass.into_iter().chain(given.passed_over(points, terms.scores)) {
        let before = if decision.message.is_empty() { "" } else { "; " };
        decision.message += before;
        decision.message += words;
    }
    Ok(decision)
}

/// What the next pass begins with (2025-09, "Multi-pass Output Validation"): the file is moved out of
/// the feedback folder, and all else stays there.
fn next_pass(heard: &ProgramResult, pass: Pass<'_>, accepts: bool) -> Result<NextPass, String> {
    if !accepts {
        return Err("it rejects the output and asks for another pass (`nextpass.in`)".into());
    }
    if pass.number >= pass.most {
        let most = pass.most;
        return Err(format!("it asks for another pass (`nextpass.in`) after the last of {most}"));
    }
    let too_much = "the files in its feedback folder are larger than it may write";
    let mut state = heard.left.clone().ok_or(too_much)?;
    let at = state.iter().position(|file| file.path == Path::new("feedback/nextpass.in"));
    let input = at.map(|at| state.swap_remove(at).bytes).ok_or("`nextpass.in` cannot be read")?;
    Ok(NextPass { input: input.into(), state: state.into() })
}

/// 42 is valid, 43 is not. Validators also reject by ending with an error, such as an `assert` of Python,
/// and then their last words say why. 0 is the code of a validator that found nothing wrong and was not
/// written for this protocol.
fn validation(heard: &ProgramResult, name: &str) -> Result<Option<Invalid>, String> {
    match heard.code {
        Some(42) => Ok(None),
        Some(43) => Ok(Some(invalid(heard.first_words()))),
        None | Some(0) => Err(error(heard, None)),
        Some(code) => {
            let words = last_line(&heard.errors, LONGEST);
            let before = if words.is_empty() { "" } else { ": " };
            let message = format!("{name}: exit code {code}{before}{words}");
            Ok(Some(Invalid { line: 0, column: 0, message }))
        }
    }
}

fn error(heard: &ProgramResult, words: Option<&[u8]>) -> String {
    let code = heard.code.map_or_else(String::new, |code| format!("exit code {code}: "));
    let words = first_line(words.unwrap_or_default(), LONGEST);
    let words = if words.is_empty() { words } else { format!(": {words}") };
    let hint = match heard.code {
        // 1 is that of many a program that failed.
        Some(code @ (0 | 2 | 3 | 7)) if !heard.crashed => {
            format!("; {code} is an exit code of the protocol `testlib`")
        }
        _ => String::new(),
    };
    format!("{code}expected 42 (accepted) or 43 (rejected){words}{hint}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use jury_checkers::Opinion;

    use crate::problem::LegacyScore;
    use crate::sandbox::BoxFile;
    use crate::score::Score;

    fn heard(code: i32, files: &[(usize, &str)]) -> ProgramResult {
        let mut kept = vec![None; KEEP.files.len()];
        for (index, text) in files {
            kept[*index] = Some(text.as_bytes().to_vec());
        }
        let (output, errors) = (Vec::new(), Vec::new());
        ProgramResult { code: Some(code), output, errors, kept, left: None, crashed: false }
    }

    #[track_caller]
    fn case(
        code: i32,
        files: &[(usize, &str)],
        expected: Result<(Opinion, &str, Option<u64>), &str>,
    ) {
        let found = decision(&heard(code, files), Points::OutOf(100.0), &Terms::default());
        let found = found.map(|found| (found.opinion, found.message, found.score));
        let expected = expected.map(|(opinion, message, thousandths)| {
            let score = thousandths.and_then(|number| Score::ratio(number, 1000));
            (opinion, message.to_owned(), score)
        });
        assert_eq!(found, expected.map_err(str::to_owned));
    }

    #[test]
    fn codes_and_files_mean_what_the_format_says() {
        use Opinion::{Accepted, PartialScore, WrongAnswer};
        case(42, &[], Ok((Accepted, "", None)));
        case(43, &[(JUDGE_MESSAGE, "\nwrong\nmore")], Ok((WrongAnswer, "wrong", None)));
        case(43, &[(TEAM_MESSAGE, "no")], Ok((WrongAnswer, "no", None)));
        case(42, &[(SCORE, "12.5\n")], Ok((PartialScore, "12.5 of 100 points", Some(12_500))));
        case(42, &[(SCORE, "100")], Ok((Accepted, "", Some(100_000))));
        case(42, &[(SCORE, "0")], Ok((WrongAnswer, "no reason given", Some(0))));
        case(42, &[(MULTIPLIER, "0.25")], Ok((PartialScore, "25 of 100 points", Some(25_000))));
        case(43, &[(SCORE, "junk")], Ok((WrongAnswer, "no reason given", None)));
    }

    #[test]
    fn what_breaks_the_protocol_is_the_setters_fault() {
        let words = "exit code 0: expected 42 (accepted) or 43 (rejected); 0 is an exit code of the \
                     protocol `testlib`";
        case(0, &[], Err(words));
        case(
            1,
            &[(JUDGE_ERROR, "no \x1b[2J memory")],
            Err("exit code 1: expected 42 (accepted) or 43 (rejected): no \\u{1b}[2J memory"),
        );
        case(42, &[(SCORE, "many")], Err("expected a number in `score.txt`, found `many`"));
        case(42, &[(MULTIPLIER, "1.5")], Err("`score_multiplier.txt`: expected 0 to 1"));
        let both = [(SCORE, "1"), (MULTIPLIER, "1")];
        case(42, &both, Err("expected only one of `score.txt` and `score_multiplier.txt`"));
        let pass = "it asks for another pass (`nextpass.in`), which is not supported";
        case(42, &[(NEXT_PASS, "")], Err(pass));
    }

    #[test]
    fn a_crash_is_not_taken_for_the_code_of_another_protocol() {
        let crashed = ProgramResult { crashed: true, ..heard(2, &[]) };
        let why = decision(&crashed, Points::OutOf(1.0), &Terms::default()).unwrap_err();
        assert_eq!(why, "exit code 2: expected 42 (accepted) or 43 (rejected)");
    }

    #[test]
    fn a_validator_rejects_by_any_code_but_0() {
        let said = |code, errors: &str| {
            let heard = ProgramResult { errors: errors.into(), ..heard(code, &[]) };
            validation(&heard, "val.py").map(|found| found.map(|invalid| invalid.message))
        };
        assert_eq!(said(42, "fine"), Ok(None));
        assert_eq!(said(43, "n is 0\nmore"), Ok(Some("n is 0".to_owned())));
        assert_eq!(said(9, ""), Ok(Some("val.py: exit code 9".to_owned())));
        let trace = "Traceback (most recent call last):\n  line 3\nAssertionError\n";
        assert_eq!(said(1, trace), Ok(Some("val.py: exit code 1: AssertionError".to_owned())));
        assert!(said(0, "").is_err());
    }

    /// What comes of asking for another pass; `most` passes there may be, this is the first.
    fn asking(code: i32, most: Option<u32>, left: Option<&[&str]>) -> Result<Decision, String> {
        let state = Arc::default();
        let pass = most.map(|most| Pass { number: 1, most, state: &state });
        let terms = Terms { pass, ..Terms::default() };
        let file =
            |name: &&str| BoxFile { path: Path::new("feedback").join(name), bytes: b"2".into() };
        let left = left.map(|left| left.iter().map(file).collect());
        let heard = ProgramResult { left, ..heard(code, &[(NEXT_PASS, "2")]) };
        decision(&heard, Points::Legacy(LegacyScore::Never), &terms)
    }

    #[test]
    fn another_pass_begins_with_the_file_and_all_others_stay() {
        let next = asking(42, Some(2), Some(&["a", "nextpass.in", "b/c"])).unwrap().next.unwrap();
        assert_eq!(*next.input, *b"2");
        let mut state: Vec<_> = next.state.iter().map(|file| file.path.to_str().unwrap()).collect();
        state.sort_unstable();
        assert_eq!(state, ["feedback/a", "feedback/b/c"]);
    }

    #[test]
    fn another_pass_is_asked_for_in_the_right_place_only() {
        let wrong = |code, most| asking(code, Some(most), Some(&["nextpass.in"])).unwrap_err();
        assert_eq!(wrong(43, 2), "it rejects the output and asks for another pass (`nextpass.in`)");
        assert_eq!(wrong(42, 1), "it asks for another pass (`nextpass.in`) after the last of 1");
        assert_eq!(wrong(1, 2), "exit code 1: expected 42 (accepted) or 43 (rejected)");
        let much = "the files in its feedback folder are larger than it may write";
        assert_eq!(asking(42, Some(2), None).unwrap_err(), much);
        // In a package whose format knows it, where the problem has no passes.
        let ignored = asking(42, None, None).unwrap();
        assert_eq!((ignored.opinion, ignored.next), (Opinion::Accepted, None));
        let words = "`nextpass.in` is ignored: the problem is not multi-pass";
        assert_eq!(ignored.message, words);
        let scored = heard(43, &[(SCORE, "0")]);
        let custom = Points::Legacy(LegacyScore::Always);
        let rejected = decision(&scored, custom, &Terms::default()).unwrap();
        let told = "no reason given; `score.txt` is ignored, since the output is rejected";
        assert_eq!((rejected.opinion, &*rejected.message), (Opinion::WrongAnswer, told));
        assert_eq!(asking(43, None, None).unwrap().message, format!("no reason given; {words}"));
    }
}
