//! Cases that are found by the names of the files in the archive: by regular expressions of the package, or by
//! DMOJ's own.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use jury_checkers::Place;
use regex_lite::{Regex, RegexBuilder};

use super::keys;
use super::python::{integer, is_false};
use crate::problem::complaint::Complaints;
use crate::problem::format::sheet::{Sheet, quoted};
use crate::yaml::{Entry, Node, Scalar, Value};

/// DMOJ's own expressions behind what they want of a name first: `.in` in it, or that it begins with `in`. That
/// is a lookahead, of which the matching here knows nothing.
const USUAL: &str = r"^.*?(?:(?:^|\W)(?P<batch>\d+)[^\d\s]+)?(?P<case>\d+)[^\d\s]*$";

/// What may be said of how cases are found.
const KEYS: [&str; 3] = ["input_format", "output_format", "case_points"];

/// What is matched in place of a letter beyond ASCII, of which the matching here knows nothing: it is in the same
/// classes.
const LETTER: char = '_';

/// Letters beyond ASCII, to Python as well: of Latin, Greek and Cyrillic script, of Chinese, Japanese and Korean.
const LETTERS: [RangeInclusive<char>; 3] =
    ['\u{c0}'..='\u{52f}', '\u{3041}'..='\u{9fff}', '\u{ac00}'..='\u{d7a3}'];

/// Tells the files of one kind.
struct Files {
    expression: Regex,
    /// Whether a letter beyond ASCII is matched as [`LETTER`] is: the expression names neither.
    is_by_classes: bool,
    /// What DMOJ's own expressions want first.
    word: Option<&'static str>,
}

/// The number or word of a batch or case. Words come before numbers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Id {
    Word(String),
    Number(i128),
}

/// The files of a case: input and answer.
type Pair = [Option<String>; 2];

impl Files {
    /// Those that DMOJ looks for itself: `in` or `out`.
    fn usual(word: &'static str) -> Option<Self> {
        let expression = RegexBuilder::new(USUAL).case_insensitive(true).build().ok()?;
        Some(Self { expression, is_by_classes: true, word: Some(word) })
    }

    /// Those that an expression of the package matches from their beginning on.
    ///
    /// # Errors
    /// What of it cannot be read.
    fn by(expression: &str) -> Result<Self, String> {
        if ["(?=", "(?!", "(?<=", "(?<!", "(?P="].iter().any(|sign| expression.contains(sign)) {
            return Err("expressions that look around or back are not matched".to_owned());
        }
        let whole = format!("^(?:{expression})");
        let built = RegexBuilder::new(&whole).case_insensitive(true).build();
        let expression =
            built.map_err(|error| format!("{} cannot be read: {error}", quoted(expression)))?;
        Ok(Self { expression, is_by_classes: is_by_classes(&whole), word: None })
    }

    /// Whether a name is matched as DMOJ does.
    fn knows(&self, name: &str) -> bool {
        name.is_ascii() || self.is_by_classes && name.chars().all(|c| c.is_ascii() || is_letter(c))
    }

    /// The batch and the case that a name stands for, where it is matched.
    fn ids(&self, name: &str) -> Option<[Option<Id>; 2]> {
        if let Some(word) = self.word {
            let lower = name.to_lowercase();
            if !lower.starts_with(word) && !lower.contains(&format!(".{word}")) {
                return None;
            }
        }
        if name.is_ascii() || !self.knows(name) {
            let captures = self.expression.captures(name)?;
            return Some(GROUPS.map(|group| captures.name(group).map(|found| id(found.as_str()))));
        }
        // A byte for each letter: as many stand before a group.
        let plain: String = name.chars().map(|c| if c.is_ascii() { c } else { LETTER }).collect();
        let captures = self.expression.captures(&plain)?;
        Some(GROUPS.map(|group| {
            let found = captures.name(group)?;
            let own: String = name.chars().skip(found.start()).take(found.len()).collect();
            Some(id(&own))
        }))
    }
}

/// The groups of an expression.
const GROUPS: [&str; 2] = ["batch", "case"];

/// Whether an expression matches letters by their classes alone, and not by ranges of other signs than letters of one
/// case or digits.
fn is_by_classes(expression: &str) -> bool {
    let signs: Vec<char> = expression.chars().collect();
    let is_plain_range = |from: char, to: char| {
        let classes: [fn(&char) -> bool; 3] =
            [char::is_ascii_digit, char::is_ascii_lowercase, char::is_ascii_uppercase];
        from == '[' || to == ']' || classes.iter().any(|is| is(&from) && is(&to))
    };
    let (mut is_escaped, mut is_inside) = (false, false);
    for (place, &sign) in signs.iter().enumerate() {
        let around = (place.checked_sub(1).map(|before| signs[before]), signs.get(place + 1));
        match sign {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '[' | ']' => is_inside = sign == '[',
            '-' if is_inside => match around {
                (Some(from), Some(&to)) if is_plain_range(from, to) => {}
                _ => return false,
            },
            _ => {}
        }
    }
    expression.is_ascii() && !signs.contains(&LETTER)
}

fn is_letter(sign: char) -> bool {
    sign.is_alphabetic() && LETTERS.iter().any(|letters| letters.contains(&sign))
}

/// The cases that a key leaves to the names of the archive's files, in its order.
pub(super) fn read(
    sheet: &Sheet,
    key: &str,
    names: &[String],
    complaints: &mut Complaints,
) -> Vec<Node> {
    let is_stated = sheet.get(key).is_some_and(|node| !node.is_empty());
    let section = is_stated.then(|| sheet.section(key, complaints)).flatten();
    if let Some(section) = &section {
        look_at_keys(section, complaints);
    }
    let mut sides = Vec::new();
    for (format, word) in [("input_format", "in"), ("output_format", "out")] {
        let own = section.as_ref().and_then(|own| {
            Some((own, own.text(format, complaints).filter(|text| !text.value.is_empty())?))
        });
        match own {
            None => sides.extend(Files::usual(word)),
            Some((section, own)) => match Files::by(&own.value) {
                Ok(files) => sides.push(files),
                Err(wrong) => section.complain(format, wrong, complaints),
            },
        }
    }
    let Ok(sides) = <[Files; 2]>::try_from(sides) else { return Vec::new() };
    let is_known = |name: &&String| sides.iter().all(|side| side.knows(name));
    if let Some(name) = names.iter().find(|name| !is_known(name)) {
        let words = format!(
            "{}: some letters and digits beyond ASCII are not matched as such in names, where DMOJ matches all",
            quoted(name)
        );
        complaints.warn_at(&sheet.origin_of(key), words);
    }
    let stated = section.as_ref().and_then(|own| own.get("case_points"));
    let stated = stated.filter(|node| !is_false(node));
    let points = stated.map(|node| node.as_list().unwrap_or_default());
    let place = sheet.get(key).map_or(sheet.node().place, |node| node.place);
    let found = match cases(names, &sides, points.unwrap_or_default(), place) {
        Ok(found) if found.is_empty() => {
            Err("no file of the archive is named like a case".to_owned())
        }
        found => found,
    };
    let found = found.map_err(|wrong| sheet.complain(key, wrong, complaints)).unwrap_or_default();
    if let (Some(section), Some(points)) = (&section, points.filter(|own| own.len() < found.len()))
    {
        let given = match stated.map(|node| (node.as_list(), node)) {
            Some((None, node)) => {
                node.as_text().map_or_else(|| node.value.kind().to_owned(), quoted)
            }
            _ => format!("{} of them", points.len()),
        };
        let words = format!(
            "expected a list of points, one for each of the {} batches and cases alone, found {given}",
            found.len()
        );
        section.complain("case_points", words, complaints);
    }
    found
}

/// Keys that say nothing, and those that hold code.
fn look_at_keys(section: &Sheet, complaints: &mut Complaints) {
    let is_code = |entry: &Entry| entry.key.ends_with('+');
    for entry in section.entries().iter().filter(|entry| is_code(entry)) {
        complaints.at(&section.origin_of_key(entry), keys::code(&entry.key));
    }
    section.only_entries(&|entry| !is_code(entry)).only(&KEYS, complaints);
}

fn id(text: &str) -> Id {
    integer(text).map_or_else(|| Id::Word(text.to_owned()), Id::Number)
}

/// The cases and batches in DMOJ's order, as a list would have them, with these points.
///
/// # Errors
/// Names that contradict each other.
fn cases(
    names: &[String],
    [inputs, answers]: &[Files; 2],
    points: &[Node],
    place: Place,
) -> Result<Vec<Node>, String> {
    let mut groups: BTreeMap<Id, BTreeMap<Id, Pair>> = BTreeMap::new();
    let mut batches: BTreeSet<Id> = BTreeSet::new();
    for name in names {
        for (side, files) in [inputs, answers].into_iter().enumerate() {
            let Some([batch, case]) = files.ids(name) else { continue };
            let Some(case) = case else {
                return Err(format!("{} has no number of a case", quoted(name)));
            };
            batches.extend(batch.clone());
            let group = groups.entry(batch.unwrap_or_else(|| case.clone())).or_default();
            group.entry(case).or_default()[side] = Some(name.clone());
        }
    }
    let mut all = Vec::new();
    for (index, (group, cases)) in groups.iter().enumerate() {
        let is_batch = batches.contains(group);
        let listed: Vec<Node> = cases.values().map(|pair| case_node(pair, place)).collect();
        let mut entries = match listed.as_slice() {
            [only] if !is_batch => only.as_map().unwrap_or_default().to_vec(),
            _ => vec![entry("batched", Value::List(listed), place)],
        };
        entries.extend(points.get(index).map(|node| Entry {
            place: node.place,
            key: "points".to_owned(),
            value: node.clone(),
        }));
        all.push(Node { place, value: Value::Map(entries) });
    }
    Ok(all)
}

fn case_node(pair: &Pair, place: Place) -> Node {
    let named = ["in", "out"].into_iter().zip(pair);
    // Without a file of its own it has none, whatever the package says of all cases.
    let text = |name: &Option<String>| {
        let (text, plain) = (name.clone().unwrap_or_default(), name.is_none());
        Value::Scalar(Scalar { text, plain })
    };
    let entries = named.map(|(key, name)| entry(key, text(name), place));
    Node { place, value: Value::Map(entries.collect()) }
}

fn entry(key: &str, value: Value, place: Place) -> Entry {
    Entry { place, key: key.to_owned(), value: Node { place, value } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::tests::messages;

    /// The inputs and answers in order, a batch in brackets.
    fn found(names: &[&str], files: &[Files; 2]) -> Result<String, String> {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let place = Place { line: 1, column: 1 };
        let text = |node: &Node| {
            let part = |key| node.get(key).and_then(Node::as_text).unwrap_or("-").to_owned();
            format!("{}:{}", part("in"), part("out"))
        };
        let shown = |node: &Node| match node.get("batched").and_then(Node::as_list) {
            Some(all) => format!("[{}]", all.iter().map(text).collect::<Vec<_>>().join(" ")),
            None => text(node),
        };
        Ok(cases(&names, files, &[], place)?.iter().map(shown).collect::<Vec<_>>().join(" "))
    }

    fn usual() -> [Files; 2] {
        [Files::usual("in").unwrap(), Files::usual("out").unwrap()]
    }

    #[test]
    fn usual_names_are_found_in_dmoj_s_order() {
        let names = ["p.10.in", "p.10.out", "p.2.in", "p.2.out", "readme.txt"];
        assert_eq!(found(&names, &usual()).unwrap(), "p.2.in:p.2.out p.10.in:p.10.out");
        let names = ["p.1-2.in", "p.1-2.out", "p.1-1.in", "p.1-1.out", "p.2-1.in", "p.2-1.out"];
        let expected = "[p.1-1.in:p.1-1.out p.1-2.in:p.1-2.out] [p.2-1.in:p.2-1.out]";
        assert_eq!(found(&names, &usual()).unwrap(), expected);
        assert_eq!(
            found(&["input1.txt", "output1.txt"], &usual()).unwrap(),
            "input1.txt:output1.txt"
        );
        // No input at all, in place of one that is not named.
        assert_eq!(found(&["1.out"], &usual()).unwrap(), ":1.out");
        // The last one in the archive counts.
        assert_eq!(found(&["b/p.1.in", "a/p.1.in"], &usual()).unwrap(), "a/p.1.in:");
        assert!(found(&["a1.in", "b1.in", "x.1-1.in", "1-1.in"], &usual()).is_ok());
    }

    /// As Python does: what stands before a batch is no letter.
    #[test]
    fn letters_of_other_alphabets_are_letters() {
        let names = ["é1-2.in", "é1-2.out", "тест.1-3.in", "тест.1-3.out"];
        let expected = "[тест.1-3.in:тест.1-3.out] é1-2.in:é1-2.out";
        assert_eq!(found(&names, &usual()).unwrap(), expected);
        // Another sign is none.
        assert_eq!(found(&["→1-2.in"], &usual()).unwrap(), "[→1-2.in:]");
        let words = || [Files::by(r"(?P<case>\w+)\.in").unwrap(), Files::usual("out").unwrap()];
        assert_eq!(found(&["ü.in", "é.in", "a é.in"], &words()).unwrap(), "é.in: ü.in:");
        let knows = |expression: &str, name: &str| Files::by(expression).unwrap().knows(name);
        assert!(knows(r"[a-z0-9-]\w*-(?P<case>\d+)", "é-1"));
        // A sign behind `\` is no range's.
        assert!(knows(r"[.\-\w](?P<case>\d+)", "é1"));
        for (expression, name) in [
            (r"\_(?P<case>\d+)", "é"),
            ("é", "é"),
            ("[A-z]", "é"),
            ("x", "\u{664}"),
            ("x", "→"),
            ("x", "×"),
            ("x", "א"),
        ] {
            assert!(!knows(expression, name), "{expression} {name}");
        }
    }

    #[test]
    fn own_expressions_match_from_the_beginning() {
        let own =
            |input: &str, answer: &str| [Files::by(input).unwrap(), Files::by(answer).unwrap()];
        let files = own(r"s(?P<batch>[a-z])_(?P<case>\d+)", r"r(?P<batch>[a-z])_(?P<case>\d+)");
        let names = ["sb_1", "rb_1", "sa_2", "ra_2", "xs_1"];
        assert_eq!(found(&names, &files).unwrap(), "[sa_2:ra_2] [sb_1:rb_1]");
        // Numbers are what Python takes for one.
        let words = own(r"(?P<case>\w+)\.in", r"(?P<case>\w+)\.out");
        let names = ["1_1.in", "10_1.in", "2_10.in", "3.in", "a.in", "1__2.in"];
        let expected = "1__2.in: a.in: 3.in: 1_1.in: 10_1.in: 2_10.in:";
        assert_eq!(found(&names, &words).unwrap(), expected);
        let nameless = own(r"s\d", r"r\d");
        assert_eq!(found(&["s1"], &nameless).unwrap_err(), "`s1` has no number of a case");
        let words = "expressions that look around or back are not matched";
        assert_eq!(Files::by("(?=x)").err().as_deref(), Some(words));
        assert!(Files::by("(").err().unwrap().starts_with("`(` cannot be read"));
    }

    #[test]
    fn cases_are_found_as_the_package_says_or_as_dmoj_does() {
        let case = |text: &str, names: &[&str], count: usize, expected: &[&str]| {
            let mut complaints = Complaints::default();
            let sheet = Sheet::of_text(text, &mut complaints).expect("a map");
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            assert_eq!(read(&sheet, "test_cases", &names, &mut complaints).len(), count, "{text}");
            assert_eq!(messages(complaints), expected, "{text}");
        };
        let own = r"test_cases: {input_format: 's(?P<case>\d)', output_format: 'r(?P<case>\d)'}";
        let nobody = "no file of the archive is named like a case";
        let [usual, with_own] = [["1.in", "1.out"], ["s1", "r1"]];
        case("archive: a.zip", &usual, 1, &[]);
        case("test_cases: []", &usual, 1, &[]);
        case(own, &with_own, 1, &[]);
        case(own, &usual, 0, &[&format!("`test_cases`: {nobody}")]);
        case("archive: a.zip", &with_own, 0, &[&format!("`test_cases`: {nobody}")]);
        // As many points as cases.
        case("test_cases: {case_points: [5]}", &usual, 1, &[]);
    }
}
