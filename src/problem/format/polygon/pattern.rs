//! Patterns of file names: `tests/%02d`.

use std::path::{Component, Path};

/// A pattern with one number in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pattern {
    before: String,
    after: String,
    width: usize,
    is_padded: bool,
}

impl Pattern {
    /// Reads `%d`, `%2d`, `%02d` and `%%`, of which the number must stand in it once.
    pub(super) fn new(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "expected a path with one number in it, such as `tests/%02d`, found `{}`",
                text.escape_debug()
            )
        };
        let mut parts = vec![String::new()];
        let mut number = None;
        let mut rest = text.chars().peekable();
        while let Some(c) = rest.next() {
            if c != '%' {
                parts.last_mut().ok_or_else(wrong)?.push(c);
                continue;
            }
            if rest.next_if_eq(&'%').is_some() {
                parts.last_mut().ok_or_else(wrong)?.push('%');
                continue;
            }
            let is_padded = rest.next_if_eq(&'0').is_some();
            let mut width = String::new();
            while let Some(digit) = rest.next_if(char::is_ascii_digit) {
                width.push(digit);
            }
            let width = if width.is_empty() { Ok(0) } else { width.parse() };
            let width = width.ok().filter(|&width| width <= 9).ok_or_else(wrong)?;
            if rest.next() != Some('d') || number.replace((width, is_padded)).is_some() {
                return Err(wrong());
            }
            parts.push(String::new());
        }
        let (Some((width, is_padded)), [before, after]) = (number, parts.as_slice()) else {
            return Err(wrong());
        };
        // A number between them makes no other folder of them than these are.
        let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_));
        if !Path::new(&format!("{before}1{after}")).components().all(is_plain) {
            return Err(wrong());
        }
        Ok(Self { before: before.clone(), after: after.clone(), width, is_padded })
    }

    /// The name with this number.
    pub(super) fn name(&self, number: usize) -> String {
        let Self { before, after, width, is_padded } = self;
        if *is_padded {
            format!("{before}{number:0width$}{after}")
        } else {
            format!("{before}{number:width$}{after}")
        }
    }

    /// The same without this ending and the point before it, if it has that.
    pub(super) fn without(&self, ending: &str) -> Option<Self> {
        let after = self.after.strip_suffix(ending)?.strip_suffix('.')?;
        Some(Self { after: after.to_owned(), ..self.clone() })
    }

    /// What the other pattern has behind this one: `a` for `%02d` and `%02d.a`.
    pub(super) fn ending_of(&self, other: &Self) -> Option<String> {
        let same = (&self.before, self.width, self.is_padded)
            == (&other.before, other.width, other.is_padded);
        let rest = other.after.strip_prefix(self.after.as_str())?.strip_prefix('.')?;
        same.then(|| rest.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    #[test]
    fn numbers_are_written_as_the_pattern_says() {
        let name = |pattern: &str, number| Pattern::new(pattern).unwrap().name(number);
        assert_eq!(name("tests/%02d", 7), "tests/07");
        assert_eq!(name("tests/%02d", 519), "tests/519");
        assert_eq!(name("t%d.in", 3), "t3.in");
        assert_eq!(name("%3d", 3), "  3");
        assert_eq!(name("a%%b%03d", 3), "a%b003");
        for bad in
            ["", "tests", "%s", "%d%d", "%", "%0", "%0123456789d", "../%d", "/%d", "a/../../%d"]
        {
            assert!(Pattern::new(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn answers_stand_beside_inputs() {
        let ending =
            |input, answer| Pattern::new(input).unwrap().ending_of(&Pattern::new(answer).unwrap());
        assert_eq!(ending("tests/%02d", "tests/%02d.a").as_deref(), Some("a"));
        assert_eq!(ending("tests/%02d", "answers/%02d.a"), None);
        assert_eq!(ending("tests/%02d", "tests/%03d.a"), None);
        assert_eq!(ending("tests/%02d", "tests/%02d"), None);
        let without = |pattern| Pattern::new(pattern).unwrap().without("in").map(|p| p.name(1));
        assert_eq!(without("tests/%02d.in").as_deref(), Some("tests/01"));
        assert_eq!((without("tests/%02din"), without("tests/%02d")), (None, None));
    }
}
