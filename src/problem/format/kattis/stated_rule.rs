//! What one entry of `submissions.yaml` says of verdicts, scores, messages and the time limit (2025-09).

use super::super::sheet::Sheet;
use super::metadata::Metadata;
use super::rules::{demand, time_bound};
use crate::nearest::unknown;
use crate::problem::complaint::{Complaints, Origin};
use crate::problem::{ExpectationRule, TimeBound};
use crate::score::Score;
use crate::verdict::Verdict;
use crate::yaml::Node;

/// The file of rules.
pub(super) const FILE: &str = "submissions.yaml";

/// The key of what times say of the time limit.
pub(super) const TIME_USE: &str = "use_for_time_limit";

/// The verdicts that `lower` permits.
const NOT_TOO_SLOW: &[Verdict] = &[Verdict::Accepted, Verdict::WrongAnswer, Verdict::RunTimeError];

/// The words of the format.
const WORDS: [(&str, Verdict); 4] = [
    ("AC", Verdict::Accepted),
    ("WA", Verdict::WrongAnswer),
    ("TLE", Verdict::TimeLimit),
    ("RTE", Verdict::RunTimeError),
];

/// The same, for messages.
const VERDICTS: &str = "some of `AC`, `WA`, `TLE`, `RTE`";

/// A rule as written: what it leaves out has a default, or is that of the folder.
pub(super) struct Rule {
    pub(super) about: Option<String>,
    permitted: Option<Vec<Verdict>>,
    required: Option<Vec<Verdict>>,
    score: Option<(Score, Score)>,
    message: Option<String>,
    /// Whether the times on its cases bound the limit as its verdicts say.
    is_timed: bool,
    origin: String,
}

/// What an entry says of the time limit (2025-09, "Timelimit inference").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TimeUse {
    /// What its verdicts say.
    Usual,
    /// Nothing, whatever its verdicts say.
    Never,
    /// No case may be too slow.
    Lower,
    /// Some case must be too slow.
    Upper,
}

impl Rule {
    /// The rule; keys that it does not state are those of `default`.
    pub(super) fn demand(
        &self,
        default: Option<ExpectationRule>,
        metadata: &Metadata,
    ) -> Option<ExpectationRule> {
        let all = WORDS.map(|(_, verdict)| verdict);
        let mut made = demand(
            self.about.clone(),
            self.permitted.as_deref().unwrap_or(&all),
            self.required.as_deref().unwrap_or(&all),
            self.origin.clone(),
            metadata,
        )?;
        made.score.clone_from(&self.score);
        made.message.clone_from(&self.message);
        if let Some(default) = default {
            if self.permitted.is_none() {
                made.permitted = default.permitted;
            }
            if self.required.is_none() {
                made.required = default.required;
            }
            made.time_bound = time_bound(made.permitted, made.required);
        }
        if !self.is_timed {
            made.time_bound = TimeBound::None;
        }
        Some(made)
    }
}

/// What an entry says of verdicts, scores, messages and the time limit, all cases or some: a rule, and one
/// more where the times are to bound the limit whatever the verdicts say.
pub(super) fn own_rules(
    entry: &Sheet,
    about: Option<&str>,
    replaces_default: bool,
    origin: &Origin,
    complaints: &mut Complaints,
) -> Vec<Rule> {
    let permitted = verdicts(entry, "permitted", complaints);
    let required = verdicts(entry, "required", complaints);
    let score = score(entry, complaints);
    let message = entry.text("message", complaints).map(|found| found.value);
    let by_verdicts = permitted.is_some() || required.is_some();
    let says = by_verdicts || score.is_some() || message.is_some();
    let time_use = time_use(entry, complaints);
    if time_use == TimeUse::Never && !by_verdicts && !replaces_default {
        let words = "takes nothing out: it is about the `permitted` and `required` beside it, and stands \
                     under each pattern that bounds the time limit";
        entry.warn(TIME_USE, words, complaints);
    }
    if let (Some(permitted), Some(required)) = (&permitted, &required)
        && !required.iter().any(|verdict| permitted.contains(verdict))
    {
        entry.complain("required", "none of these is permitted", complaints);
    }
    let place = origin.place.map_or_else(String::new, |p| format!(":{}:{}", p.line, p.column));
    let rule = |permitted, required| Rule {
        about: about.map(str::to_owned),
        permitted,
        required,
        score: None,
        message: None,
        is_timed: time_use != TimeUse::Never,
        origin: format!("{FILE}{place}"),
    };
    let bound = match time_use {
        TimeUse::Lower => Some(rule(Some(NOT_TOO_SLOW.to_vec()), None)),
        TimeUse::Upper => Some(rule(None, Some(vec![Verdict::TimeLimit]))),
        TimeUse::Usual | TimeUse::Never => None,
    };
    let says = says || replaces_default && time_use != TimeUse::Usual;
    let stated = says.then(|| Rule { score, message, ..rule(permitted, required) });
    stated.into_iter().chain(bound).collect()
}

/// A list of the format's words, or one of them.
fn verdicts(entry: &Sheet, key: &str, complaints: &mut Complaints) -> Option<Vec<Verdict>> {
    let node = entry.get(key)?;
    let nodes = node.as_list().unwrap_or(std::slice::from_ref(node));
    let mut found = Vec::new();
    for node in nodes {
        let Some(text) = node.as_text() else {
            let found = node.value.kind();
            entry.complain(key, format!("expected {VERDICTS}, found {found}"), complaints);
            continue;
        };
        if let Some(&(_, verdict)) = WORDS.iter().find(|(word, _)| *word == text) {
            found.push(verdict);
        } else {
            let wrong = unknown("verdict", text, WORDS.map(|(word, _)| word));
            entry.complain(key, wrong, complaints);
        }
    }
    if nodes.is_empty() {
        entry.complain(key, format!("expected {VERDICTS}"), complaints);
    }
    (!found.is_empty()).then_some(found)
}

/// A number, or the least and the greatest.
fn score(entry: &Sheet, complaints: &mut Complaints) -> Option<(Score, Score)> {
    let node = entry.get("score")?;
    let number = |node: &Node| node.as_number().map(|number| Score::decimal(number.as_f64()));
    let found = match node.as_list() {
        Some([least, most]) => number(least).zip(number(most)),
        Some(_) => None,
        None => number(node).map(|score| (score.clone(), score)),
    };
    if found.is_none() {
        entry.complain("score", "expected a number, or `[LEAST, GREATEST]`", complaints);
    }
    found
}

fn time_use(entry: &Sheet, complaints: &mut Complaints) -> TimeUse {
    let Some(node) = entry.get(TIME_USE) else { return TimeUse::Usual };
    match (node.as_text(), node.as_bool()) {
        (Some("lower"), _) => TimeUse::Lower,
        (Some("upper"), _) => TimeUse::Upper,
        (_, Some(true)) => TimeUse::Usual,
        (_, Some(false)) => TimeUse::Never,
        _ => {
            let words = "expected `true`, `false`, `lower` or `upper`";
            entry.complain(TIME_USE, words, complaints);
            TimeUse::Usual
        }
    }
}
