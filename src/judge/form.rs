//! The form of cases' files, whatever they say: sizes and ends of lines. Pure.

use bytesize::ByteSize;

use super::proof::{Finding, Severity};
use crate::problem::Case;

/// Bytes of a file from which on a case is large (the reference tool of the Kattis family).
const LARGE: u64 = 100 << 20;

/// The form of the input and the answer of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Form {
    /// Bytes of the input.
    input: u64,
    /// Bytes of the answer.
    answer: u64,
    /// Whether one of them does not end with a newline.
    is_unended: bool,
    /// Whether one of them has a carriage return.
    has_returns: bool,
}

impl Form {
    /// That of these files.
    pub(super) fn of(input: &[u8], answer: &[u8]) -> Self {
        let both = [input, answer];
        Self {
            input: input.len() as u64,
            answer: answer.len() as u64,
            is_unended: both.iter().any(|text| text.last().is_some_and(|&byte| byte != b'\n')),
            has_returns: both.iter().any(|text| text.contains(&b'\r')),
        }
    }
}

/// What an answer is to the checker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answers {
    /// What right outputs look like.
    Compared,
    /// An output, or anything else that a checker of the package reads.
    Read,
    /// No output at all: the problem is interactive or multi-pass.
    NoOutputs,
}

/// A rule: how grave a breach is, its words, and whether a case breaks it.
type Rule<'a> = (Severity, &'a str, &'a dyn Fn(&Case, Form) -> bool);

/// What is odd in the form of these cases, each told once, at the first case.
pub(super) fn oddities(cases: &[(&Case, Form)], answers: Answers) -> Vec<Finding> {
    let is_output = answers != Answers::NoOutputs;
    let over = |case: &Case, form: Form| form.answer > case.limits.output;
    let near = |case: &Case, form: Form| form.answer > case.limits.output / 2;
    let too_much = if answers == Answers::Compared { Severity::Error } else { Severity::Warning };
    let large = format!("has a file of more than {}", ByteSize(LARGE));
    let rules: [Rule<'_>; 5] = [
        (Severity::Warning, &large, &|_, form| form.input.max(form.answer) > LARGE),
        (too_much, "the answer is larger than the output limit", &|case, form| {
            is_output && over(case, form)
        }),
        (Severity::Warning, "the answer is larger than half of the output limit", &|case, form| {
            is_output && near(case, form) && !over(case, form)
        }),
        (Severity::Warning, "a file does not end with a newline", &|_, form| form.is_unended),
        (Severity::Warning, "a file has carriage returns, which count as data", &|_, form| {
            form.has_returns
        }),
    ];
    rules.into_iter().filter_map(|rule| broken(rule, cases)).collect()
}

fn broken((severity, words, breaks): Rule<'_>, cases: &[(&Case, Form)]) -> Option<Finding> {
    let mut broken = cases.iter().filter(|(case, form)| breaks(case, *form));
    let subject = broken.next()?.0.name.clone();
    let message = match broken.count() {
        0 => words.to_owned(),
        1 => format!("{words} (and in one more case)"),
        more => format!("{words} (and in {more} more cases)"),
    };
    Some(Finding { severity, subject, message, place: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    const FINE: Form = Form { input: 2, answer: 2, is_unended: false, has_returns: false };

    /// What is said of cases that may print 10 bytes.
    #[track_caller]
    fn case(forms: &[Form], answers: Answers, expected: &[&str]) {
        let named = |number: usize| Case {
            limits: Limits { output: 10, ..Limits::default() },
            ..Case::of(&format!("secret/{number}"))
        };
        let cases: Vec<Case> = (1..=forms.len()).map(named).collect();
        let cases: Vec<_> = cases.iter().zip(forms.iter().copied()).collect();
        let words = |one: &Finding| {
            let grave = if one.severity == Severity::Error { "error: " } else { "" };
            format!("{grave}{}: {}", one.subject, one.message)
        };
        let found: Vec<String> = oddities(&cases, answers).iter().map(words).collect();
        assert_eq!(found, expected, "{forms:?}");
    }

    #[test]
    fn answers_are_held_against_the_output_limit() {
        let sized = |answer| Form { answer, ..FINE };
        let half = "the answer is larger than half of the output limit";
        case(&[sized(5)], Answers::Compared, &[]);
        case(&[FINE, sized(6)], Answers::Compared, &[&format!("secret/2: {half}")]);
        case(&[sized(10)], Answers::Read, &[&format!("secret/1: {half}")]);
        let over = "secret/1: the answer is larger than the output limit";
        case(&[sized(11)], Answers::Compared, &[&format!("error: {over}")]);
        case(&[sized(11)], Answers::Read, &[over]);
        case(&[sized(11)], Answers::NoOutputs, &[]);
    }

    #[test]
    fn what_many_cases_share_is_told_once() {
        let unended = Form { is_unended: true, ..FINE };
        let words = "secret/1: a file does not end with a newline";
        case(&[unended], Answers::Read, &[words]);
        case(
            &[unended, FINE, unended],
            Answers::Read,
            &[&format!(
                "{words} (and in one more \
             case)"
            )],
        );
        case(&[unended; 4], Answers::Read, &[&format!("{words} (and in 3 more cases)")]);
        let returns = Form { has_returns: true, ..FINE };
        let words = "secret/1: a file has carriage returns, which count as data";
        case(&[returns], Answers::NoOutputs, &[words]);
        let large = Form { input: LARGE + 1, ..FINE };
        case(&[large], Answers::NoOutputs, &["secret/1: has a file of more than 100.0 MiB"]);
        case(&[Form { input: LARGE, ..FINE }], Answers::NoOutputs, &[]);
    }

    #[test]
    fn empty_files_have_no_form() {
        assert_eq!(Form::of(b"", b""), Form::default());
        assert_eq!(Form::of(b"1\n", b"2\n"), FINE);
        assert!(Form::of(b"1\n", b"2").is_unended && Form::of(b"1", b"").is_unended);
        assert!(Form::of(b"1\r\n", b"").has_returns && Form::of(b"", b"\r\n").has_returns);
    }
}
