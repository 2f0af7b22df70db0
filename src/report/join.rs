//! Several reports of one problem as one.

use std::fmt::Write as _;

use crate::sandbox::Level;

use super::document::{Document, SCHEMA, Tool};

/// Reports are not of one problem: the words say in what they differ.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("reports of one problem can be joined, but these have {0}")]
pub struct NotOneProblem(String);

/// One report with the submissions of all, in this order. Where they were judged under isolation of
/// different levels, the report tells the weakest, and a warning tells the others.
///
/// # Errors
/// When they are of different problems; and when there are none.
pub fn join(documents: Vec<Document>) -> Result<Document, NotOneProblem> {
    let Some(first) = documents.first() else {
        return Err(NotOneProblem("no report among them".into()));
    };
    let (problem, scored) = (first.problem.clone(), first.scored);
    for other in &documents[1..] {
        let differ = |what: &str, one: &str, other: &str| {
            (one != other).then(|| format!("different {what}: `{one}` and `{other}`"))
        };
        let scoring = |scored| if scored { "by score" } else { "pass or fail" };
        let limit = |limit: &Option<String>| limit.clone().unwrap_or_else(|| "stated".into());
        let why = differ("problems", &problem.slug, &other.problem.slug)
            .or_else(|| differ("scoring", scoring(scored), scoring(other.scored)))
            .or_else(|| {
                let limits = [&problem.time_limit, &other.problem.time_limit].map(limit);
                differ("time limits", &limits[0], &limits[1])
            });
        if let Some(why) = why {
            return Err(NotOneProblem(why));
        }
    }
    let all = documents.iter().map(|document| &document.isolation);
    // The last of the weakest counts: of several, the one of the first report.
    let isolation = all.rev().max_by_key(|isolation| isolation.level);
    let isolation = isolation.unwrap_or(&first.isolation).clone();
    let mut warnings: Vec<String> = Vec::new();
    let all = documents.iter().flat_map(|document| document.warnings.iter().cloned());
    for warning in all.chain(levels(&documents)) {
        if !warnings.contains(&warning) {
            warnings.push(warning);
        }
    }
    let mut not_graded = Vec::new();
    for file in documents.iter().flat_map(|document| &document.not_graded) {
        if !not_graded.contains(file) {
            not_graded.push(file.clone());
        }
    }
    Ok(Document {
        schema: SCHEMA,
        tool: Tool::this(),
        problem,
        scored,
        interrupted: documents.iter().any(|document| document.interrupted),
        isolation,
        warnings,
        not_graded,
        submissions: documents.into_iter().flat_map(|document| document.submissions).collect(),
    })
}

/// A warning where the levels differ.
fn levels(documents: &[Document]) -> Option<String> {
    let count = |level: Level| {
        documents.iter().filter(|document| document.isolation.level == level).count()
    };
    let there = Level::ALL.map(|level| (level, count(level)));
    let there: Vec<_> = there.into_iter().filter(|(_, count)| *count > 0).collect();
    if there.len() < 2 {
        return None;
    }
    let mut words = "isolation was not the same everywhere:".to_owned();
    for (index, (level, count)) in there.iter().enumerate() {
        let separator = if index == 0 { "" } else { "," };
        let reports = if *count == 1 { "report" } else { "reports" };
        let _ = write!(words, "{separator} `{}` in {count} {reports}", level.name());
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::super::document::ProblemName;
    use super::*;
    use crate::sandbox::Isolation;

    fn document(slug: &str, level: Level, warnings: &[&str]) -> Document {
        Document {
            schema: SCHEMA,
            tool: Tool::this(),
            problem: ProblemName {
                slug: slug.into(),
                name: slug.into(),
                format: None,
                time_limit: None,
            },
            scored: false,
            interrupted: false,
            isolation: Isolation {
                level,
                walls: Vec::new(),
                cpu_source: String::new(),
                memory_source: String::new(),
            },
            warnings: warnings.iter().map(|&warning| warning.to_owned()).collect(),
            not_graded: Vec::new(),
            submissions: Vec::new(),
        }
    }

    #[test]
    fn the_weakest_level_counts_and_the_others_are_told() {
        let joined = join(vec![
            document("a", Level::Full, &["w"]),
            document("a", Level::Contained, &["w", "v"]),
            document("a", Level::Full, &[]),
        ]);
        let joined = joined.unwrap();
        assert_eq!(joined.isolation.level, Level::Contained);
        let levels = "isolation was not the same everywhere: `full` in 2 reports, `contained` in 1 \
                      report";
        assert_eq!(joined.warnings, ["w", "v", levels]);
        let one = document("a", Level::Full, &["w"]);
        assert_eq!(join(vec![one.clone()]), Ok(one));
    }

    #[test]
    fn other_problems_are_refused() {
        let (one, mut other) = (document("a", Level::Full, &[]), document("b", Level::Full, &[]));
        let refused =
            |other: &Document| join(vec![one.clone(), other.clone()]).unwrap_err().to_string();
        assert!(refused(&other).ends_with("different problems: `a` and `b`"));
        other.problem.slug = "a".into();
        other.scored = true;
        assert!(refused(&other).ends_with("different scoring: `pass or fail` and `by score`"));
        other.scored = false;
        other.problem.time_limit = Some("1 s, derived".into());
        assert!(refused(&other).ends_with("different time limits: `stated` and `1 s, derived`"));
        assert!(join(Vec::new()).is_err());
    }
}
