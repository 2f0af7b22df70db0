//! The names that files and folders of a package may have; others count as absent.

/// Longest name, in bytes.
const LONGEST: usize = 255;

/// What is said of other names.
pub(super) const DOES_NOT_COUNT: &str = "is passed over: names are made of letters, digits, `_`, `.` and `-`, neither of the last two first";

/// Whether a file or folder of this name counts (2025-09 and legacy, "Problem Packages": letters,
/// digits, `_`, `.` and `-`, neither `.` nor `-` first).
pub(super) fn counts(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    name.len() <= LONGEST
        && !name.starts_with(['.', '-'])
        && !name.is_empty()
        && name.chars().all(plain)
}

#[cfg(test)]
mod tests {
    use super::counts;

    #[test]
    fn only_plain_names_count() {
        for name in ["a", "1.in", "_x", "a-b.c", "A"] {
            assert!(counts(name), "{name}");
        }
        for name in ["", ".git", "-a", "a b", "a+b", "ä", "a~", &"a".repeat(256)] {
            assert!(!counts(name), "{name}");
        }
    }
}
