//! What `score.txt` and `score_multiplier.txt` mean: pure. Each format has rules of its own.

use jury_checkers::Opinion;

use super::points;
use super::result::LONGEST;
use crate::checker::terms::CaseScores;
use crate::problem::{LegacyScore, Points};
use crate::score::Score;
use crate::visible::first_line;

const SCORE: &str = "score.txt";
const MULTIPLIER: &str = "score_multiplier.txt";

/// What a program gave.
#[derive(Debug, Clone, Copy)]
pub(super) struct Given<'a> {
    /// What `score.txt` holds.
    pub(super) score: Option<&'a [u8]>,
    /// What `score_multiplier.txt` holds.
    pub(super) multiplier: Option<&'a [u8]>,
    /// Whether it accepted the output.
    pub(super) accepts: bool,
    /// Whether another pass follows, in which the score may still come.
    pub(super) goes_on: bool,
}

/// The opinion and the score.
pub(super) type Weighed = (Opinion, Option<Score>);

impl Given<'_> {
    /// The opinion and the score, where there is one.
    ///
    /// # Errors
    /// How the program broke the rules: a lower-case fragment.
    pub(super) fn weigh(&self, points: Points, scores: CaseScores<'_>) -> Result<Weighed, String> {
        match points {
            // Only programs of testlib are told to give none.
            Points::OutOf(_) | Points::Never => self.out_of(points.full()),
            Points::Legacy(_) if scores == CaseScores::Anyway => self.domjudge(),
            Points::Legacy(rule) => self.legacy(rule),
            Points::Bounded => self.bounded(scores),
        }
    }

    /// Words on a score that does not count, where there is one.
    pub(super) fn passed_over(
        &self,
        points: Points,
        scores: CaseScores<'_>,
    ) -> Option<&'static str> {
        let is_legacy = matches!(points, Points::Legacy(_)) && scores != CaseScores::Anyway;
        (is_legacy && !self.accepts && self.score.is_some())
            .then_some("`score.txt` is ignored, since the output is rejected")
    }

    fn opinion(&self) -> Opinion {
        if self.accepts { Opinion::Accepted } else { Opinion::WrongAnswer }
    }

    /// Ours: points, or a share of those of a full solution.
    fn out_of(&self, full: f64) -> Result<Weighed, String> {
        if !self.accepts || self.goes_on {
            return Ok((self.opinion(), None));
        }
        let number = |text: Option<&[u8]>, name: &str| {
            let text = text.map(|text| first_line(text, LONGEST));
            let bad = |text| format!("expected a number in `{name}`, found `{text}`");
            let read = |text: String| points::number(&text).ok_or_else(|| bad(text));
            text.map(read).transpose()
        };
        let multiplier = number(self.multiplier, MULTIPLIER)?;
        let points = match (number(self.score, SCORE)?, multiplier) {
            (Some(points), None) => points,
            (None, None) => return Ok((Opinion::Accepted, None)),
            (None, Some(share)) if share.numerator <= share.denominator => {
                points::share(share, full).ok_or("the score is too large")?
            }
            (None, Some(_)) => return Err(format!("`{MULTIPLIER}`: expected 0 to 1")),
            (Some(_), Some(_)) => return Err(both()),
        };
        Ok((points::opinion(points, full), Some(points.into())))
    }

    /// Of legacy, "Custom scoring"; where the tools are stricter than the text, as they are. Except with a
    /// rejected output: there are packages from before the tools refused its score, and the verdict is
    /// plain all the same.
    fn legacy(&self, rule: LegacyScore) -> Result<Weighed, String> {
        match (rule, self.score) {
            (LegacyScore::Never, Some(_)) => Err(format!(
                "it gives a score (`{SCORE}`), but the package does not declare that it does"
            )),
            (LegacyScore::Always, None) if self.accepts && !self.goes_on => {
                Err(format!("it accepts the output but gives no score (`{SCORE}`)"))
            }
            _ if self.goes_on => Ok((Opinion::Accepted, None)),
            _ if !self.accepts => Ok((Opinion::WrongAnswer, None)),
            (_, text) => Ok((self.opinion(), text.map(|text| number(text, SCORE)).transpose()?)),
        }
    }

    /// Of `DOMjudge`: any number from 0 on, whatever the verdict; an empty file is 0.
    fn domjudge(&self) -> Result<Weighed, String> {
        let read = |text: &[u8]| {
            if text.trim_ascii().is_empty() { Ok(Score::zero()) } else { positive(text, SCORE) }
        };
        Ok((self.opinion(), self.score.map(read).transpose()?))
    }

    /// Of 2025-09, "Scoring Problems".
    fn bounded(&self, scores: CaseScores<'_>) -> Result<Weighed, String> {
        let usual = Ok((self.opinion(), None));
        let greatest = match (scores, self.score, self.multiplier) {
            (CaseScores::Unbounded, None, None) if self.accepts && !self.goes_on => {
                return Err(format!("it accepts the output but gives no score (`{SCORE}`)"));
            }
            (CaseScores::Ignored, ..) | (_, None, None) => return usual,
            (_, Some(_), Some(_)) => return Err(both()),
            _ if !self.accepts => return Err("it rejects the output and gives a score".into()),
            _ if self.goes_on => return usual,
            (CaseScores::None, ..) => {
                return Err("it gives a score, but the cases of this group have none: its \
                            `score_aggregation` is `pass-fail`"
                    .into());
            }
            (CaseScores::UpTo(full), ..) => Some(full),
            (CaseScores::Unbounded | CaseScores::Anyway, ..) => None,
        };
        let score = match (greatest, self.score, self.multiplier) {
            (Some(full), _, Some(share)) => {
                let share = positive(share, MULTIPLIER)?;
                if share > Score::one() {
                    return Err(format!("`{MULTIPLIER}`: expected 0 to 1, found {share}"));
                }
                share.times(full)
            }
            (None, _, Some(_)) => {
                return Err(format!("`{MULTIPLIER}` in a group without a maximum score"));
            }
            (_, text, None) => positive(text.unwrap_or_default(), SCORE)?,
        };
        let opinion = match greatest {
            Some(full) if score > *full => {
                return Err(format!(
                    "`{SCORE}`: expected 0 to {full}, found {score}: a case gives its share of the \
                     group's `max_score` at the most"
                ));
            }
            Some(full) if score < *full => Opinion::PartialScore,
            _ => Opinion::Accepted,
        };
        Ok((opinion, Some(score)))
    }
}

fn both() -> String {
    format!("expected only one of `{SCORE}` and `{MULTIPLIER}`")
}

/// All of a file as one number, with blanks around it.
fn number(text: &[u8], name: &str) -> Result<Score, String> {
    let words = std::str::from_utf8(text.trim_ascii()).ok();
    words.and_then(Score::written).ok_or_else(|| {
        format!("expected a number in `{name}`, found `{}`", first_line(text, LONGEST))
    })
}

fn positive(text: &[u8], name: &str) -> Result<Score, String> {
    let number = number(text, name)?;
    if number < Score::zero() {
        return Err(format!("`{name}`: expected 0 or more, found {number}"));
    }
    Ok(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use CaseScores::{Anyway, Ignored, Unbounded, UpTo};
    use Opinion::{Accepted, PartialScore, WrongAnswer};

    const LEGACY: [LegacyScore; 3] =
        [LegacyScore::Never, LegacyScore::Always, LegacyScore::Sometimes];

    /// An accepted output with these two files.
    fn given<'a>(score: Option<&'a str>, multiplier: Option<&'a str>) -> Given<'a> {
        let bytes = |text: Option<&'a str>| text.map(str::as_bytes);
        let (score, multiplier) = (bytes(score), bytes(multiplier));
        Given { score, multiplier, accepts: true, goes_on: false }
    }

    /// Of accepted outputs with a number in `score.txt`.
    fn written(score: &str) -> Given<'_> {
        given(Some(score), None)
    }

    /// The opinion and the score, printed; or the beginning of what is wrong.
    #[track_caller]
    fn case(
        given: Given<'_>,
        points: Points,
        scores: CaseScores<'_>,
        expected: Result<(Opinion, Option<&str>), &str>,
    ) {
        let found = given.weigh(points, scores);
        match (&found, expected) {
            (Ok((opinion, score)), Ok((wanted, text))) => {
                let score = score.as_ref().map(ToString::to_string);
                assert_eq!((*opinion, score.as_deref()), (wanted, text), "{given:?} {points:?}");
            }
            (Err(why), Err(words)) if why.starts_with(words) => {}
            _ => panic!("{given:?} {points:?} {scores:?}: {found:?}, expected {expected:?}"),
        }
    }

    #[track_caller]
    fn legacy(given: Given<'_>, expected: [Result<(Opinion, Option<&str>), &str>; 3]) {
        for (rule, expected) in LEGACY.into_iter().zip(expected) {
            case(given, Points::Legacy(rule), CaseScores::None, expected);
        }
    }

    #[test]
    fn legacy_scores_come_where_they_are_announced() {
        let never =
            Err("it gives a score (`score.txt`), but the package does not declare that it \
             does");
        let plain = |score| Ok((Accepted, score));
        legacy(
            given(None, None),
            [plain(None), Err("it accepts the output but gives no"), plain(None)],
        );
        legacy(written("12.5\n"), [never, plain(Some("12.5")), plain(Some("12.5"))]);
        let rejected = |score| Given { accepts: false, ..given(score, None) };
        legacy(rejected(None), [Ok((WrongAnswer, None)); 3]);
        let wrong = Ok((WrongAnswer, None));
        legacy(rejected(Some("1")), [never, wrong, wrong]);
        let goes_on = |score| Given { goes_on: true, ..given(score, None) };
        legacy(goes_on(None), [plain(None); 3]);
        legacy(goes_on(Some("1")), [never, plain(None), plain(None)]);
        // The validator's own, there.
        legacy(given(None, Some("junk")), [plain(None), Err("it accepts"), plain(None)]);
    }

    #[test]
    fn legacy_scores_are_any_numbers() {
        let always = Points::Legacy(LegacyScore::Always);
        for (text, score) in [
            ("-3.25", "-3.25"),
            (" \t1e2\n", "100"),
            ("0", "0"),
            ("+.000001", "0.000001"),
            ("123456789012.5", "123456789012.5"),
        ] {
            case(written(text), always, CaseScores::None, Ok((Accepted, Some(score))));
        }
        for text in ["nan", "inf", "-Infinity", "", "1 2", "1\n2", "many", "0x1"] {
            let wrong = Err("expected a number in `score.txt`, found `");
            case(written(text), always, CaseScores::None, wrong);
        }
    }

    #[test]
    fn domjudge_reads_scores_of_rejected_outputs_too() {
        for rule in LEGACY.map(Points::Legacy) {
            case(written("7.5"), rule, Anyway, Ok((Accepted, Some("7.5"))));
            case(written("\n"), rule, Anyway, Ok((Accepted, Some("0"))));
            case(given(None, None), rule, Anyway, Ok((Accepted, None)));
            let rejected = Given { accepts: false, ..written("2") };
            case(rejected, rule, Anyway, Ok((WrongAnswer, Some("2"))));
            case(written("-1"), rule, Anyway, Err("`score.txt`: expected 0 or more, found -1"));
        }
    }

    #[test]
    fn bounded_scores_keep_within_their_group() {
        let third = Score::ratio(100, 3).unwrap();
        let bounded = |given, expected| case(given, Points::Bounded, UpTo(&third), expected);
        bounded(given(None, None), Ok((Accepted, None)));
        bounded(written("12.5"), Ok((PartialScore, Some("12.5"))));
        bounded(written("0"), Ok((PartialScore, Some("0"))));
        bounded(written("33.333333334"), Err("`score.txt`: expected 0 to 33.333333, found"));
        bounded(written("-1"), Err("`score.txt`: expected 0 or more"));
        bounded(written("x"), Err("expected a number in `score.txt`, found `x`"));
        bounded(given(None, Some("0.3")), Ok((PartialScore, Some("10"))));
        bounded(given(None, Some("1")), Ok((Accepted, Some("33.333333"))));
        bounded(given(None, Some("1.01")), Err("`score_multiplier.txt`: expected 0 to 1"));
        bounded(given(Some("1"), Some("1")), Err("expected only one of"));
        let rejected = Given { accepts: false, ..written("1") };
        bounded(rejected, Err("it rejects the output and gives a score"));
        bounded(Given { accepts: false, ..given(None, Some("1")) }, Err("it rejects the output"));
        bounded(Given { accepts: false, ..given(None, None) }, Ok((WrongAnswer, None)));
        // What a pass gives that is not the last does not count yet.
        bounded(Given { goes_on: true, ..written("1") }, Ok((Accepted, None)));
        // Exact: three thirds are the whole.
        let (_, share) = given(None, Some("1")).weigh(Points::Bounded, UpTo(&third)).unwrap();
        let share = share.unwrap();
        assert_eq!(Score::sum([&share, &share, &share]), Score::ratio(100, 1).unwrap());
    }

    #[test]
    fn groups_without_a_bound_need_a_score_and_those_without_scores_bear_none() {
        let bounded = |given, scores, expected| case(given, Points::Bounded, scores, expected);
        bounded(written("1e9"), Unbounded, Ok((Accepted, Some("1000000000"))));
        bounded(given(None, None), Unbounded, Err("it accepts the output but gives no score"));
        bounded(given(None, Some("1")), Unbounded, Err("`score_multiplier.txt` in a group"));
        bounded(Given { accepts: false, ..given(None, None) }, Unbounded, Ok((WrongAnswer, None)));
        let goes_on = Given { goes_on: true, ..given(None, None) };
        bounded(goes_on, Unbounded, Ok((Accepted, None)));
        bounded(written("1"), CaseScores::None, Err("it gives a score, but the cases of this"));
        bounded(given(None, Some("1")), CaseScores::None, Err("it gives a score"));
        bounded(given(None, None), CaseScores::None, Ok((Accepted, None)));
        for given in [written("junk"), given(Some("1"), Some("2")), given(None, None)] {
            bounded(given, Ignored, Ok((Accepted, None)));
            let rejected = Given { accepts: false, ..given };
            bounded(rejected, Ignored, Ok((WrongAnswer, None)));
        }
    }
}
