//! Tests of validators and of checkers in a file of their own: `@test NAME OUTCOME { @input … @output … @answer … }`,
//! or, of an input alone, `@input NAME OUTCOME …`. The names may be missing.

use super::inline::{block, closed, quoted};

/// A test as it is written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Entry {
    /// The number of its line, from 1.
    pub(super) line: usize,
    pub(super) name: Option<String>,
    /// What must come of it, as it is written.
    pub(super) outcome: String,
    pub(super) input: String,
    pub(super) output: Option<String>,
    pub(super) answer: Option<String>,
}

/// The tests of a file. The error has the number of its line.
pub(super) fn read(text: &str) -> Result<Vec<Entry>, (usize, String)> {
    let mut plan = Plan { text, rest: text };
    let mut entries = Vec::new();
    loop {
        plan.skip();
        if plan.rest.is_empty() {
            return Ok(entries);
        }
        entries.push(plan.entry().map_err(|wrong| (plan.line(), wrong))?);
    }
}

struct Plan<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Plan<'a> {
    /// The number of the line that is read.
    fn line(&self) -> usize {
        self.text[..self.text.len() - self.rest.len()].matches('\n').count() + 1
    }

    /// Passes blanks and comments.
    fn skip(&mut self) {
        loop {
            self.rest = self.rest.trim_start();
            if !self.rest.starts_with('#') && !self.rest.starts_with("//") {
                return;
            }
            self.rest = self.rest.find('\n').map_or("", |end| &self.rest[end..]);
        }
    }

    fn passes(&mut self, word: &str) -> bool {
        let rest = self.rest.strip_prefix(word);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn entry(&mut self) -> Result<Entry, String> {
        let line = self.line();
        let is_whole = self.passes("@test");
        if !is_whole && !self.passes("@input") {
            return Err("expected `@test OUTCOME {` or `@input OUTCOME` and a text".to_owned());
        }
        let mut words = Vec::new();
        while let Some(word) = self.word() {
            words.push(word.to_owned());
        }
        let (name, outcome) = match <[String; 2]>::try_from(words) {
            Ok([name, outcome]) => (Some(name), outcome),
            Err(mut one) if one.len() == 1 => (None, one.remove(0)),
            Err(_) => return Err("expected an outcome, and at most a name before it".to_owned()),
        };
        let entry = Entry { line, name, outcome, ..Entry::default() };
        if is_whole { self.parts(entry) } else { Ok(Entry { input: self.content()?, ..entry }) }
    }

    /// A name or an outcome.
    fn word(&mut self) -> Option<&'a str> {
        self.rest = self.rest.trim_start();
        let is_of_it = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
        let end = self.rest.find(|c| !is_of_it(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }

    /// The files of a test.
    fn parts(&mut self, mut entry: Entry) -> Result<Entry, String> {
        if !self.passes("{") {
            return Err("expected `{` behind the outcome".to_owned());
        }
        let mut input = None;
        loop {
            self.skip();
            let part = if self.passes("}") {
                entry.input = input.ok_or("the test has no `@input`")?;
                return Ok(entry);
            } else if self.passes("@input") {
                &mut input
            } else if self.passes("@output") {
                &mut entry.output
            } else if self.passes("@answer") {
                &mut entry.answer
            } else {
                return Err("expected `@input`, `@output`, `@answer` or `}`".to_owned());
            };
            *part = Some(self.content()?);
        }
    }

    /// A text in quotation marks, in one or in three, or in braces.
    fn content(&mut self) -> Result<String, String> {
        self.rest = self.rest.trim_start();
        if self.passes("{") {
            return Ok(block(self.until("}")?));
        }
        if self.passes("\"\"\"") {
            let lines: Vec<&str> = self.until("\"\"\"")?.lines().collect();
            return Ok(closed(&lines));
        }
        let mark = self.rest.chars().next().filter(|mark| "'\"".contains(*mark));
        let mark = mark.ok_or("expected a text in quotation marks or braces")?;
        let line = self.rest[1..].lines().next().unwrap_or_default();
        let (text, behind) = quoted(line, mark)?;
        self.rest = &self.rest[1 + line.len() - behind.len()..];
        Ok(text)
    }

    fn until(&mut self, end: &str) -> Result<&'a str, String> {
        let found = self.rest.split_once(end);
        let (text, rest) = found.ok_or_else(|| format!("`{end}` is missing behind the text"))?;
        self.rest = rest;
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::{Entry, read};

    #[test]
    fn tests_are_read_as_rbx_reads_them() {
        let text = "// all\n@test first ac {\n  @input {\n 1 2 \n  }\n  # right\n  @output \"3\"\n  \
                    @answer \"\"\"\n\n3\n 4\n\"\"\"\n}\n@test WA { @input '5\\n' }\n\n@input tiny valid { 0 }\n\
                    @input invalid '' @input invalid \"x\"";
        let entry = |line, outcome: &str, input: &str| Entry {
            line,
            outcome: outcome.into(),
            input: input.into(),
            ..Entry::default()
        };
        let first = Entry {
            name: Some("first".into()),
            output: Some("3".into()),
            answer: Some("3\n 4\n".into()),
            ..entry(2, "ac", "1 2\n")
        };
        let tiny = Entry { name: Some("tiny".into()), ..entry(16, "valid", "0\n") };
        let expected = [
            first,
            entry(14, "WA", "5\n"),
            tiny,
            entry(17, "invalid", ""),
            entry(17, "invalid", "x"),
        ];
        assert_eq!(read(text).expect("tests"), expected);
        assert_eq!(read("# none\n").expect("tests"), []);
    }

    #[test]
    fn what_cannot_be_read_is_told_with_its_line() {
        for (text, line, words) in [
            ("\ngen 1\n", 2, "expected `@test OUTCOME {`"),
            ("@input { 1 }\n", 1, "expected an outcome"),
            ("@input a b c { 1 }\n", 1, "expected an outcome"),
            ("@input valid 5\n", 2, "expected a text in quotation marks or braces"),
            ("@input valid .5\n", 1, "expected a text in quotation marks or braces"),
            ("@input valid {\n1\n", 1, "`}` is missing"),
            ("@input valid '1\n'\n", 1, "not closed"),
            ("@test ac { @output '1' }\n", 1, "has no `@input`"),
            ("@test ac {\n@input '1'\n@note '1' }\n", 3, "expected `@input`, `@output`"),
            ("@test ac @input '1'\n", 1, "expected `{` behind the outcome"),
        ] {
            let (found, wrong) = read(text).expect_err(text);
            assert!(wrong.contains(words) && found == line, "{text}: {found}: {wrong}");
        }
    }
}
