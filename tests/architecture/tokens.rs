//! Rust sources as words and marks: as much of the language as is needed to read which paths a file
//! names and how long its functions are.

/// A part of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// Line, counted from 1.
    pub(super) line: usize,
}

/// What it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or a keyword.
    Word(String),
    /// `::`.
    Colons,
    /// Any other character of the language.
    Mark(char),
    /// A literal or a lifetime, whose content does not matter.
    Literal,
}

impl Token {
    pub(super) fn is(&self, mark: char) -> bool {
        self.kind == Kind::Mark(mark)
    }

    pub(super) fn is_word(&self, text: &str) -> bool {
        self.word() == Some(text)
    }

    pub(super) fn word(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(text) => Some(text),
            _ => None,
        }
    }
}

/// Reads a source without its comments and its tests.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    without_tests(&Lexer { text: text.chars().collect(), at: 0, line: 1, out: Vec::new() }.run())
}

/// The token at the end of the brackets that begin here.
pub(super) fn closing(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.kind {
            Kind::Mark('(' | '[' | '{') => depth += 1,
            Kind::Mark(')' | ']' | '}') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    panic!("brackets of line {} stay open", tokens[open].line)
}

/// Name and number of lines of each function.
pub(super) fn functions(tokens: &[Token]) -> Vec<(&str, usize)> {
    let named = tokens.windows(2).enumerate().filter(|(_, pair)| pair[0].is_word("fn"));
    let mut found = Vec::new();
    for (at, name) in named.filter_map(|(at, pair)| Some((at, pair[1].word()?))) {
        let end = end_of_item(tokens, at);
        found.push((name, tokens[end].line + 1 - tokens[at].line));
    }
    found
}

/// Where the item that begins here ends: at its body's end or at its semicolon.
fn end_of_item(tokens: &[Token], start: usize) -> usize {
    let mut at = start;
    loop {
        match tokens[at].kind {
            Kind::Mark('{') => return closing(tokens, at),
            Kind::Mark(';') => return at,
            Kind::Mark('(' | '[') => at = closing(tokens, at) + 1,
            _ => at += 1,
        }
    }
}

/// Leaves out the items that are compiled for tests only.
fn without_tests(tokens: &[Token]) -> Vec<Token> {
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let is_attribute = tokens[at].is('#') && tokens.get(at + 1).is_some_and(|t| t.is('['));
        let end = if is_attribute { closing(tokens, at + 1) } else { at };
        let words: Vec<_> = tokens[at..=end].iter().filter_map(Token::word).collect();
        if words != ["cfg", "test"] {
            kept.extend_from_slice(&tokens[at..=end]);
            at = end + 1;
            continue;
        }
        at = end + 1;
        while tokens[at].is('#') {
            at = closing(tokens, at + 1) + 1;
        }
        at = end_of_item(tokens, at) + 1;
    }
    kept
}

struct Lexer {
    text: Vec<char>,
    at: usize,
    line: usize,
    out: Vec<Token>,
}

impl Lexer {
    fn run(mut self) -> Vec<Token> {
        while let Some(next) = self.peek(0) {
            let line = self.line;
            let kind = match (next, self.peek(1)) {
                (c, _) if c.is_whitespace() => {
                    self.skip(1);
                    continue;
                }
                ('/', Some('/')) => {
                    self.skip_while(|c| c != '\n');
                    continue;
                }
                ('/', Some('*')) => {
                    self.skip_comment();
                    continue;
                }
                ('"', _) => self.string(),
                ('\'', _) => self.character(),
                (':', Some(':')) => {
                    self.skip(2);
                    Kind::Colons
                }
                (c, _) if is_of_word(c) => self.word(),
                (c, _) => {
                    self.skip(1);
                    Kind::Mark(c)
                }
            };
            self.out.push(Token { kind, line });
        }
        self.out
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        self.text.get(self.at + ahead).copied()
    }

    fn skip(&mut self, count: usize) {
        let end = (self.at + count).min(self.text.len());
        self.line += self.text[self.at..end].iter().filter(|c| **c == '\n').count();
        self.at = end;
    }

    fn skip_while(&mut self, goes_on: impl Fn(char) -> bool) {
        while self.peek(0).is_some_and(&goes_on) {
            self.skip(1);
        }
    }

    fn skip_comment(&mut self) {
        let mut depth = 0;
        loop {
            match (self.peek(0), self.peek(1)) {
                (Some('/'), Some('*')) => depth += 1,
                (Some('*'), Some('/')) => depth -= 1,
                (None, _) => return,
                _ => {
                    self.skip(1);
                    continue;
                }
            }
            self.skip(2);
            if depth == 0 {
                return;
            }
        }
    }

    fn string(&mut self) -> Kind {
        self.skip(1);
        while let Some(c) = self.peek(0).filter(|c| *c != '"') {
            self.skip(if c == '\\' { 2 } else { 1 });
        }
        self.skip(1);
        Kind::Literal
    }

    /// `r"…"`, `r#"…"#`, with the `r` read already.
    fn raw_string(&mut self) -> Kind {
        let hashes = self.text[self.at..].iter().take_while(|c| **c == '#').count();
        self.skip(hashes + 1);
        while self.peek(0).is_some() {
            let ends = self.peek(0) == Some('"')
                && (1..=hashes).all(|ahead| self.peek(ahead) == Some('#'));
            self.skip(1);
            if ends {
                break;
            }
        }
        self.skip(hashes);
        Kind::Literal
    }

    /// A character, or a lifetime.
    fn character(&mut self) -> Kind {
        self.skip(1);
        if self.peek(0) == Some('\\') {
            self.skip(2);
            self.skip_while(|c| c != '\'');
            self.skip(1);
        } else if self.peek(1) == Some('\'') {
            self.skip(2);
        } else {
            self.skip_while(is_of_word);
        }
        Kind::Literal
    }

    /// A word, a number, or a string with letters before it.
    fn word(&mut self) -> Kind {
        let start = self.at;
        self.skip_while(is_of_word);
        let word: String = self.text[start..self.at].iter().collect();
        match (word.as_str(), self.peek(0), self.peek(1)) {
            ("r" | "br" | "cr", Some('"'), _) | ("r" | "br" | "cr", Some('#'), Some('"' | '#')) => {
                self.raw_string()
            }
            ("b" | "c", Some('"'), _) => self.string(),
            ("b", Some('\''), _) => self.character(),
            ("r", Some('#'), Some(c)) if is_of_word(c) => {
                self.skip(1);
                self.word()
            }
            _ if word.starts_with(|c: char| c.is_ascii_digit()) => Kind::Literal,
            _ => Kind::Word(word),
        }
    }
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[test]
fn comments_strings_and_tests_are_no_code() {
    let source = r##"
        // a::b
        /* c /* d */ e */
        #[cfg(test)]
        #[expect(dead_code)]
        mod tests { use super::x; fn f() { g("}") } }
        #[cfg(test)]
        use p::q;
        fn one<'a>(r: &'a str) -> char { r#"h::i"#; "j\"::k"; b'l'; '\''; '"'; c"m"; r#type::n }
    "##;
    let tokens = tokens(source);
    let words: Vec<_> = tokens.iter().filter_map(Token::word).collect();
    assert_eq!(words, ["fn", "one", "r", "str", "char", "type", "n"]);
    assert_eq!(tokens[0].line, 9);
    assert_eq!(functions(&tokens), [("one", 1)]);
}
