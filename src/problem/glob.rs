//! Patterns on case names, one meaning everywhere: in overrides and on the command line. Knows
//! nothing of files.

use fast_glob::{glob_match, validate};

/// Braces and commas that a pattern with several groups of alternatives may have: their combinations
/// are tried one by one, and a hostile pattern would have no end of them.
const MOST_CHOICES: usize = 16;

/// A pattern on case names: `*` and `?` stay within a folder, `**` crosses folders, `[ab]` and
/// `{a,b}` choose.
#[derive(Debug, Clone)]
pub struct CaseGlob(String);

/// The pattern cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("bad pattern `{pattern}`: {reason}")]
pub struct BadGlob {
    /// The pattern as given.
    pub pattern: String,
    /// What is wrong with it.
    pub reason: String,
}

impl CaseGlob {
    /// Reads a pattern.
    pub fn new(pattern: &str) -> Result<Self, BadGlob> {
        let bad = |reason| BadGlob { pattern: pattern.into(), reason };
        validate(pattern).map_err(|error| bad(error.to_string()))?;
        let (groups, commas) = (pattern.matches('{').count(), pattern.matches(',').count());
        if groups > 1 && groups + commas > MOST_CHOICES {
            return Err(bad(format!(
                "too many alternatives: at most {MOST_CHOICES} `{{` and `,` are allowed"
            )));
        }
        Ok(Self(pattern.to_owned()))
    }

    /// Whether a case's name, `secret/007`, is meant.
    pub fn matches(&self, name: &str) -> bool {
        glob_match(&self.0, name)
    }
}

#[cfg(test)]
mod tests {
    use super::CaseGlob;

    #[track_caller]
    fn case(pattern: &str, name: &str, expected: bool) {
        assert_eq!(CaseGlob::new(pattern).unwrap().matches(name), expected, "{pattern} on {name}");
    }

    #[test]
    fn stars_stay_within_a_folder() {
        case("secret/*", "secret/007", true);
        case("secret/*", "secret/small/007", false);
        case("secret/**", "secret/small/007", true);
        case("**/hand-*", "secret/small/hand-1", true);
        case("**", "secret/small/007", true);
        case("secret/00?", "secret/007", true);
        case("secret/00?", "secret/00/", false);
        case("{sample,secret}/1", "sample/1", true);
        case("secret/{a,b{c,d}}-*", "secret/bd-1", true);
        case("secret/[0-4]*", "secret/007", true);
        case("secret/[!0-4]*", "secret/007", false);
        case("secret/007", "secret/007", true);
        case("secret", "secret/007", false);
    }

    #[test]
    fn a_bad_pattern_is_refused() {
        let error = CaseGlob::new("secret/[a").unwrap_err().to_string();
        assert!(error.starts_with("bad pattern `secret/[a`: unclosed character class"), "{error}");
        let error = CaseGlob::new(&"{a,b}".repeat(9)).unwrap_err().to_string();
        assert!(
            error.ends_with("too many alternatives: at most 16 `{` and `,` are allowed"),
            "{error}"
        );
    }

    /// Bounded by what is tried, not by a clock: without the bound, this would take days.
    #[test]
    fn hostile_patterns_end() {
        let name = format!("secret/{}b", "a".repeat(240));
        let many = format!("{{{}}}", ["*a"; 100].join(","));
        for pattern in ["*a".repeat(100), "**/*a".repeat(20), "{a,*a}".repeat(8) + "c", many + "c"]
        {
            case(&format!("secret/{pattern}"), &name, false);
        }
        for pattern in
            ["{*a,*a,*a,*a}".repeat(20), format!("{}*a{}", "{*a,".repeat(9), "}".repeat(9))]
        {
            assert!(CaseGlob::new(&pattern).is_err(), "{pattern}");
        }
    }
}
