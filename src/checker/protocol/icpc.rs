//! The protocol of the ICPC problem package format: exit codes 42 and 43, and files in a feedback
//! folder.
//!
//! | file | meaning |
//! |---|---|
//! | `judgemessage.txt` | why, for the jury; its first line is the message |
//! | `teammessage.txt` | why, for contestants; the message where the first is missing |
//! | `score.txt` | the points of an accepted output |
//! | `score_multiplier.txt` | the same as a share, 0 to 1, of a full solution's points |
//! | `judgeerror.txt` | why the program cannot judge |
//!
//! All other files are left alone, but `nextpass.in`: problems of several passes are refused.

use jury_checkers::{Invalid, Judgement};

use super::heard::{Heard, LONGEST, invalid};
use super::points;
use super::rules::{Call, ProtocolRules};
use crate::sandbox::Keep;
use crate::visible::first_line;

const JUDGE_MESSAGE: usize = 0;
const TEAM_MESSAGE: usize = 1;
const SCORE: usize = 2;
const MULTIPLIER: usize = 3;
const JUDGE_ERROR: usize = 4;
const NEXT_PASS: usize = 5;

/// The feedback folder, and what is read of it.
const KEEP: Keep<'static> = Keep {
    folder: "feedback",
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

    fn judgement(&self, heard: &Heard, full: f64) -> Result<Judgement, String> {
        judgement(heard, full)
    }

    fn validation(&self, heard: &Heard) -> Result<Option<Invalid>, String> {
        validation(heard)
    }
}

fn judgement(heard: &Heard, full: f64) -> Result<Judgement, String> {
    let file = |index: usize| heard.kept.get(index).and_then(Option::as_deref);
    if file(NEXT_PASS).is_some() {
        return Err("it asks for another pass (`nextpass.in`), which is not supported".into());
    }
    let message = [JUDGE_MESSAGE, TEAM_MESSAGE]
        .into_iter()
        .map(|index| first_line(file(index).unwrap_or_default(), LONGEST))
        .find(|message| !message.is_empty())
        .unwrap_or_default();
    match heard.code {
        Some(43) => Ok(Judgement::wrong(None, message)),
        Some(42) => {
            let number = |index: usize, name: &str| {
                let text = file(index).map(|text| first_line(text, LONGEST));
                let bad = |text| format!("expected a number in `{name}`, found `{text}`");
                let read = |text: String| points::number(&text).ok_or_else(|| bad(text));
                text.map(read).transpose()
            };
            let multiplier = number(MULTIPLIER, "score_multiplier.txt")?;
            let points = match (number(SCORE, "score.txt")?, multiplier) {
                (Some(points), None) => points,
                (None, None) => return Ok(Judgement::accepted(message)),
                (None, Some(share)) if share.numerator <= share.denominator => {
                    points::share(share, full).ok_or("the score is too large")?
                }
                (None, Some(_)) => return Err("`score_multiplier.txt`: expected 0 to 1".into()),
                (Some(_), Some(_)) => {
                    return Err("expected one of `score.txt` and `score_multiplier.txt`".into());
                }
            };
            Ok(points::judgement(points, full, message))
        }
        _ => Err(error(heard, file(JUDGE_ERROR))),
    }
}

/// 42 is valid, 43 is not.
fn validation(heard: &Heard) -> Result<Option<Invalid>, String> {
    match heard.code {
        Some(42) => Ok(None),
        Some(43) => {
            let words = heard.first_words();
            Ok(Some(invalid(if words.is_empty() { "exit code 43".into() } else { words })))
        }
        _ => Err(error(heard, None)),
    }
}

fn error(heard: &Heard, words: Option<&[u8]>) -> String {
    let code = heard.code.map_or_else(String::new, |code| format!("exit code {code}: "));
    let words = first_line(words.unwrap_or_default(), LONGEST);
    let words = if words.is_empty() { words } else { format!(": {words}") };
    format!("{code}expected 42 (accepted) or 43 (rejected){words}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use jury_checkers::Opinion;

    fn heard(code: i32, files: &[(usize, &str)]) -> Heard {
        let mut kept = vec![None; KEEP.files.len()];
        for (index, text) in files {
            kept[*index] = Some(text.as_bytes().to_vec());
        }
        Heard { code: Some(code), errors: Vec::new(), kept, crashed: false }
    }

    #[track_caller]
    fn case(
        code: i32,
        files: &[(usize, &str)],
        expected: Result<(Opinion, &str, Option<u64>), &str>,
    ) {
        let found = judgement(&heard(code, files), 100.0);
        let found = found.as_ref().map_err(String::as_str).map(|j| {
            let score = j.score.map(|s| s.numerator * 1000 / s.denominator);
            (j.opinion, j.message.as_str(), score)
        });
        assert_eq!(found, expected);
    }

    #[test]
    fn codes_and_files_mean_what_the_format_says() {
        use Opinion::{Accepted, PartialScore, WrongAnswer};
        case(42, &[], Ok((Accepted, "", None)));
        case(43, &[(JUDGE_MESSAGE, "\nwrong\nmore")], Ok((WrongAnswer, "wrong", None)));
        case(43, &[(TEAM_MESSAGE, "no")], Ok((WrongAnswer, "no", None)));
        case(42, &[(SCORE, "12.5\n")], Ok((PartialScore, "", Some(12_500))));
        case(42, &[(SCORE, "100")], Ok((Accepted, "", Some(100_000))));
        case(42, &[(SCORE, "0")], Ok((WrongAnswer, "", Some(0))));
        case(42, &[(MULTIPLIER, "0.25")], Ok((PartialScore, "", Some(25_000))));
        case(43, &[(SCORE, "junk")], Ok((WrongAnswer, "", None)));
    }

    #[test]
    fn what_breaks_the_protocol_is_the_setters_fault() {
        case(0, &[], Err("exit code 0: expected 42 (accepted) or 43 (rejected)"));
        case(
            1,
            &[(JUDGE_ERROR, "no \x1b[2J memory")],
            Err("exit code 1: expected 42 (accepted) or 43 (rejected): no \\u{1b}[2J memory"),
        );
        case(42, &[(SCORE, "many")], Err("expected a number in `score.txt`, found `many`"));
        case(42, &[(MULTIPLIER, "1.5")], Err("`score_multiplier.txt`: expected 0 to 1"));
        let both = [(SCORE, "1"), (MULTIPLIER, "1")];
        case(42, &both, Err("expected one of `score.txt` and `score_multiplier.txt`"));
        let pass = "it asks for another pass (`nextpass.in`), which is not supported";
        case(42, &[(NEXT_PASS, "")], Err(pass));
        assert!(validation(&heard(0, &[])).is_err());
        assert_eq!(validation(&heard(42, &[])).unwrap(), None);
        assert!(validation(&heard(43, &[])).unwrap().is_some());
    }
}
