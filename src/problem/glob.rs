//! Patterns on case names, one meaning everywhere: in overrides and on the command line. Knows
//! nothing of files.

use globset::{GlobBuilder, GlobMatcher};

/// A pattern on case names: `*` and `?` stay within a folder, `**` crosses folders, `[ab]` and
/// `{a,b}` choose.
#[derive(Debug, Clone)]
pub struct CaseGlob(GlobMatcher);

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
        let glob = GlobBuilder::new(pattern).literal_separator(true).build();
        glob.map(|glob| Self(glob.compile_matcher()))
            .map_err(|error| BadGlob { pattern: pattern.into(), reason: error.kind().to_string() })
    }

    /// Whether a case's name, `secret/007`, is meant.
    pub fn matches(&self, name: &str) -> bool {
        self.0.is_match(name)
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
        case("secret/00?", "secret/007", true);
        case("secret/00?", "secret/00/", false);
        case("{sample,secret}/1", "sample/1", true);
        case("secret/007", "secret/007", true);
        case("secret", "secret/007", false);
    }

    #[test]
    fn a_bad_pattern_is_refused() {
        let error = CaseGlob::new("secret/[a").unwrap_err();
        assert_eq!(
            error.to_string(),
            "bad pattern `secret/[a`: unclosed character class; missing ']'"
        );
    }
}
