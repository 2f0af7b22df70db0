//! Puts a command together from a language's words: data in, data out.

use std::collections::BTreeMap;

/// What placeholders stand for: one word, or several.
pub(super) type Words = BTreeMap<String, Vec<String>>;

/// The command. A word that is nothing but a placeholder becomes all the words that this stands
/// for (which may be none); a placeholder within a word becomes the first of them. What is not
/// known is left as it is.
pub(super) fn expand(command: &[String], words: &Words) -> Vec<String> {
    command
        .iter()
        .flat_map(|word| match placeholder(word).and_then(|name| words.get(name)) {
            Some(several) => several.clone(),
            None => vec![fill(word, words)],
        })
        .collect()
}

/// The placeholders of a text: what stands in braces and looks like the name of a word.
pub(super) fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == ':';
    let parts = text.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    parts.map(|(name, _)| name).filter(move |name| !name.is_empty() && name.chars().all(plain))
}

/// The name in a word that is nothing but a placeholder.
fn placeholder(word: &str) -> Option<&str> {
    word.strip_prefix('{')?.strip_suffix('}')
}

/// The text, with the first of the words that each placeholder stands for.
pub(super) fn fill(word: &str, words: &Words) -> String {
    let Some((before, rest)) = word.split_once('{') else { return word.to_owned() };
    let Some((name, after)) = rest.split_once('}') else { return word.to_owned() };
    // What was put in is not looked at again: a file name may hold braces.
    match words.get(name) {
        Some(several) => {
            let value = several.first().map_or("", String::as_str);
            format!("{before}{value}{}", fill(after, words))
        }
        None => format!("{before}{{{name}}}{}", fill(after, words)),
    }
}

#[cfg(test)]
mod tests {
    use super::{Words, expand, placeholders};

    #[track_caller]
    fn case(command: &[&str], expected: &[&str]) {
        let several = |list: &[&str]| list.iter().map(|&word| word.to_owned()).collect();
        let words = Words::from([
            ("tool".to_owned(), several(&["/usr/bin/cc"])),
            ("static".to_owned(), several(&[])),
            ("sources".to_owned(), several(&["/box/src/{tool}.c", "/box/src/b.c"])),
        ]);
        let command: Vec<String> = several(command);
        assert_eq!(expand(&command, &words), expected);
    }

    #[test]
    fn placeholders_become_words() {
        case(&["{tool}", "-O2"], &["/usr/bin/cc", "-O2"]);
        case(&["{static}", "-o", "x{static}"], &["-o", "x"]);
        case(&["{sources}"], &["/box/src/{tool}.c", "/box/src/b.c"]);
        case(&["-C{tool}={sources}!"], &["-C/usr/bin/cc=/box/src/{tool}.c!"]);
        case(
            &["-Xmx{memory_mib}m", "{class}", "{", "a{b"],
            &["-Xmx{memory_mib}m", "{class}", "{", "a{b"],
        );
    }

    #[test]
    fn braces_of_programs_are_no_placeholders() {
        let found = |text| placeholders(text).collect::<Vec<_>>();
        assert_eq!(found("{a}{b:real} x{memory_mib}m"), ["a", "b:real", "memory_mib"]);
        assert_eq!(found("{ print $1 } {} {A} {x"), [""; 0]);
    }
}
