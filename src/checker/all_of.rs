//! Several programs of one package as one: validators, and output validators.

use jury_checkers::{Files, Invalid, Opinion};

use super::external::External;
use super::terms::{Decision, Terms};
use super::{Checker, PartFailure, Validator};
use crate::problem::{LegacyScore, Points, ValidatorTerms};

/// Programs of one package: what they look at is right where all accept it.
#[derive(Debug)]
pub struct AllOf(pub Vec<External>);

impl Validator for AllOf {
    fn validate(
        &self,
        input: &[u8],
        terms: ValidatorTerms<'_>,
    ) -> Result<Option<Invalid>, PartFailure> {
        let Self(all) = self;
        for validator in all {
            if let Some(invalid) = validator.validate(input, terms)? {
                return Ok(Some(invalid));
            }
        }
        Ok(None)
    }
}

impl Checker for AllOf {
    /// The first rejection decides, and those after it are not asked (legacy, "Output Validators"). At
    /// most one of them gives a score.
    fn check(&self, files: &Files<'_>, terms: &Terms<'_>) -> Result<Decision, PartFailure> {
        let Self(all) = self;
        let mut whole: Option<Decision> = None;
        let mut must_score = false;
        for checker in all {
            let points = checker.points();
            must_score |= points == Points::Legacy(LegacyScore::Always);
            let mut own = checker.check_for(files, terms, one_of_several(points))?;
            if !own.message.is_empty() {
                own.message = format!("{}: {}", checker.name(), own.message);
            }
            let is_over = own.opinion != Opinion::Accepted;
            whole = Some(match whole {
                None => own,
                Some(before) => both(before, own).map_err(PartFailure::Setter)?,
            });
            if is_over {
                break;
            }
        }
        let whole = whole.ok_or_else(|| PartFailure::Setter("there is no checker".into()))?;
        if must_score && whole.opinion == Opinion::Accepted && whole.score.is_none() {
            let why = "no output validator that accepts gives a score (`score.txt`)";
            return Err(PartFailure::Setter(why.into()));
        }
        Ok(whole)
    }
}

/// Whether one of several may give a score, where a single one must.
fn one_of_several(points: Points) -> Points {
    match points {
        Points::Legacy(LegacyScore::Always) => Points::Legacy(LegacyScore::Sometimes),
        other => other,
    }
}

/// What two checkers decide together, of which the first has accepted.
fn both(first: Decision, second: Decision) -> Result<Decision, String> {
    let score = match (first.score, second.score) {
        (Some(_), Some(_)) => {
            return Err("two output validators give a score (`score.txt`)".to_owned());
        }
        (one, other) => one.or(other),
    };
    let words = [first.message, second.message];
    let words: Vec<_> = words.into_iter().filter(|words| !words.is_empty()).collect();
    Ok(Decision { score, message: words.join("; "), ..second })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;

    fn decision(opinion: Opinion, message: &str, score: Option<u64>) -> Decision {
        let score = score.and_then(|score| Score::ratio(score, 1));
        Decision { opinion, message: message.to_owned(), score, place: None, next: None }
    }

    #[test]
    fn what_may_vary_is_not_known_of_programs() {
        assert!(AllOf(Vec::new()).bounds().is_none());
    }

    #[test]
    fn one_of_two_gives_the_score_and_each_its_words() {
        use Opinion::{Accepted, WrongAnswer};
        let accepted = |message, score| decision(Accepted, message, score);
        let together = both(accepted("a", Some(3)), accepted("", None)).expect("together");
        assert_eq!(together, accepted("a", Some(3)));
        let together = both(accepted("a", None), accepted("b", Some(3))).expect("together");
        assert_eq!(together, accepted("a; b", Some(3)));
        let together = both(accepted("", None), decision(WrongAnswer, "b", None));
        assert_eq!(together.expect("together"), decision(WrongAnswer, "b", None));
        let why = both(accepted("", Some(3)), accepted("", Some(3))).expect_err("two scores");
        assert_eq!(why, "two output validators give a score (`score.txt`)");
    }
}
