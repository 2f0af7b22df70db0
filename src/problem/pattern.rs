//! Patterns of `submissions.yaml` on names of cases, groups and submissions (2025-09, "submissions.yaml"):
//! `*` within one name, `{a,b}` for alternatives, and nothing else. Other patterns of ours are
//! [`CaseGlob`](super::CaseGlob)s.

/// The longest pattern that is read, in bytes. The time of matching is at most its length times that of
/// the name.
const LONGEST: usize = 4096;
/// How deep alternatives may be nested.
const DEEPEST: usize = 32;

/// A pattern on names below a folder. What is within a folder that it fits, it fits too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamePattern(Vec<Piece>);

/// A pattern that is too long or too deep to be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a pattern may have at most {LONGEST} bytes, and alternatives at most {DEEPEST} deep")]
pub struct PatternTooLarge;

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Byte(u8),
    /// Anything but a slash.
    Star,
    /// One of these.
    Choice(Vec<Vec<Piece>>),
}

impl NamePattern {
    /// Reads a pattern. A brace without its counterpart stands for itself.
    ///
    /// # Errors
    /// When there is too much of it.
    pub fn new(pattern: &str) -> Result<Self, PatternTooLarge> {
        let bytes = pattern.as_bytes();
        let mut depth = 0_usize;
        for byte in bytes {
            match byte {
                b'{' => depth += 1,
                b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > DEEPEST {
                return Err(PatternTooLarge);
            }
        }
        // A folder is the same with a slash behind it.
        let bytes = bytes.strip_suffix(b"/").unwrap_or(bytes);
        if bytes.len() > LONGEST { Err(PatternTooLarge) } else { Ok(Self(pieces(bytes))) }
    }

    /// Whether a name, `secret/007`, is meant, or a folder around it.
    pub fn matches(&self, name: &str) -> bool {
        let name = name.as_bytes();
        let mut begin = vec![false; name.len() + 1];
        begin[0] = true;
        let slash = Some(&b'/');
        let is_end = |at: usize| {
            at > 0 && (at == name.len() || name.get(at) == slash || name.get(at - 1) == slash)
        };
        let ends = ends(&self.0, name, begin);
        (0..ends.len()).any(|at| ends[at] && is_end(at))
    }
}

/// Where in the name the pieces may end that may begin at these places. All places are followed at once,
/// so that no alternative is tried twice.
fn ends(pieces: &[Piece], name: &[u8], mut at: Vec<bool>) -> Vec<bool> {
    for piece in pieces {
        match piece {
            Piece::Byte(byte) => {
                for place in (0..name.len()).rev() {
                    at[place + 1] = at[place] && name[place] == *byte;
                }
                at[0] = false;
            }
            Piece::Star => {
                for place in 0..name.len() {
                    at[place + 1] |= at[place] && name[place] != b'/';
                }
            }
            Piece::Choice(alternatives) => {
                let mut all = vec![false; at.len()];
                for alternative in alternatives {
                    let ends = ends(alternative, name, at.clone());
                    all.iter_mut().zip(ends).for_each(|(all, end)| *all |= end);
                }
                at = all;
            }
        }
    }
    at
}

fn pieces(mut pattern: &[u8]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    while let Some((&byte, rest)) = pattern.split_first() {
        pattern = rest;
        pieces.push(match byte {
            b'*' => Piece::Star,
            b'{' => match alternatives(rest) {
                Some((alternatives, after)) => {
                    pattern = after;
                    let each = alternatives.into_iter().map(<[u8]>::trim_ascii);
                    Piece::Choice(each.map(self::pieces).collect())
                }
                None => Piece::Byte(byte),
            },
            byte => Piece::Byte(byte),
        });
    }
    pieces
}

/// The alternatives up to the brace that ends them, and what comes after it.
fn alternatives(pattern: &[u8]) -> Option<(Vec<&[u8]>, &[u8])> {
    let (mut depth, mut begin, mut found) = (0_usize, 0, Vec::new());
    for (at, byte) in pattern.iter().enumerate() {
        match byte {
            b'{' => depth += 1,
            b',' if depth == 0 => {
                found.push(&pattern[begin..at]);
                begin = at + 1;
            }
            b'}' if depth == 0 => {
                found.push(&pattern[begin..at]);
                return Some((found, &pattern[at + 1..]));
            }
            b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn case(pattern: &str, name: &str, expected: bool) {
        assert_eq!(NamePattern::new(pattern).unwrap().matches(name), expected, "{pattern}: {name}");
    }

    #[test]
    fn patterns_are_anchored_and_cover_what_is_below() {
        case("secret", "secret", true);
        case("secret", "secret/1", true);
        case("secret/", "secret", true);
        case("secret/", "secret/a/1", true);
        case("secret", "secrets/1", false);
        case("ecret", "secret/1", false);
        case("1", "secret/1", false);
        case("secret/1", "secret", false);
        case("secret/*1", "secret/group1/7", true);
        case("secret/*1", "secret/1", true);
        case("secret/*1", "secret/a/1", false);
        case("*", "sample/1", true);
        case("secret/*", "secret", false);
        case("", "sample/1", false);
    }

    #[test]
    fn alternatives_may_nest_and_be_empty() {
        case("secret/{a,b}{1,2}", "secret/b1", true);
        case("secret/{a,b}{1,2}", "secret/ab", false);
        case("secret/a{,x}", "secret/a", true);
        case("secret/a{ x , y }", "secret/ay", true);
        case("{sample,secret/{a,b*}}", "secret/bcd/1", true);
        case("{sample,secret/{a,b*}}", "secret/c", false);
        case("secret/{a/,b}", "secret/a/1", true);
        case("secret/{a/,b}", "secret/ab", false);
    }

    #[test]
    fn all_else_is_itself() {
        case("secret/**", "secret/a/b", true);
        case("secret/?", "secret/1", false);
        case("secret/[12]", "secret/1", false);
        case("secret/[12]", "secret/[12]", true);
        case("secret/{a", "secret/{a", true);
        case("secret/a}", "secret/a}", true);
        case("secret/a,b", "secret/a,b", true);
    }

    #[test]
    fn hostile_patterns_end() {
        let name = format!("secret/{}b", "a".repeat(240));
        let many = "{a,*a,a*,*}".repeat(370);
        case(&format!("secret/{many}c"), &name, false);
        assert_eq!(NamePattern::new(&"{".repeat(DEEPEST + 1)), Err(PatternTooLarge));
        assert_eq!(NamePattern::new(&"a".repeat(LONGEST + 1)), Err(PatternTooLarge));
    }

    /// All texts that braces stand for, one after another.
    fn expanded(pattern: &str) -> Vec<String> {
        let opens = pattern.char_indices().filter(|(_, c)| *c == '{');
        for (open, _) in opens {
            let (mut depth, mut cuts) = (0, vec![open]);
            for (at, c) in pattern.char_indices().skip(open) {
                match c {
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    ',' if depth == 1 => cuts.push(at),
                    _ => {}
                }
                if depth == 0 {
                    cuts.push(at);
                    let each = cuts.windows(2).map(|cut| pattern[cut[0] + 1..cut[1]].trim());
                    let whole = |one| format!("{}{one}{}", &pattern[..open], &pattern[at + 1..]);
                    return each.flat_map(|one| expanded(&whole(one))).collect();
                }
            }
        }
        vec![pattern.to_owned()]
    }

    fn fits(pattern: &[u8], text: &[u8]) -> bool {
        match (pattern.split_first(), text.split_first()) {
            (None, None) => true,
            (Some((b'*', rest)), after) => {
                fits(rest, text) || after.is_some_and(|(&b, left)| b != b'/' && fits(pattern, left))
            }
            (Some((one, rest)), Some((other, left))) => one == other && fits(rest, left),
            _ => false,
        }
    }

    /// Patterns whose braces all have their counterparts.
    fn any_pattern() -> impl Strategy<Value = String> {
        "[ab/*, ]{0,4}".prop_recursive(3, 12, 3, |inner| {
            let alternatives = prop::collection::vec(inner.clone(), 1..3);
            (inner.clone(), alternatives, inner)
                .prop_map(|(before, any, after)| format!("{before}{{{}}}{after}", any.join(",")))
        })
    }

    proptest! {
        #[test]
        fn every_pattern_fits_as_its_expansions_do(
            pattern in any_pattern(),
            name in "[ab]{1,3}(/[ab,]{1,3}){0,2}",
        ) {
            let mut around: Vec<&str> = name.match_indices('/').map(|(at, _)| &name[..at]).collect();
            around.push(&name);
            let whole = pattern.strip_suffix('/').unwrap_or(&pattern);
            let plain = expanded(whole).iter().any(|one| {
                let below = |folder: &&&str| folder.len() < name.len();
                let mut folders = around.iter().filter(below);
                around.iter().any(|name| fits(one.as_bytes(), name.as_bytes()))
                    || folders.any(|folder| fits(one.as_bytes(), format!("{folder}/").as_bytes()))
            });
            let found = NamePattern::new(&pattern).unwrap().matches(&name);
            prop_assert_eq!(found, plain, "{} {:?}", pattern, expanded(&pattern));
        }
    }
}
