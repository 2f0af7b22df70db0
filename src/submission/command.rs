//! Puts a command together from a language's words: data in, data out.

use std::collections::BTreeMap;

/// What placeholders stand for: one word, or several.
pub(super) type Words = BTreeMap<&'static str, Vec<String>>;

/// The command. A word that is nothing but a placeholder becomes all the words that this stands
/// for (which may be none); a placeholder within a word becomes the first of them. What is not
/// known is left as it is.
pub(super) fn expand(command: &[&str], words: &Words) -> Vec<String> {
    command
        .iter()
        .flat_map(|word| match placeholder(word).and_then(|name| words.get(name)) {
            Some(several) => several.clone(),
            None => vec![fill(word, words)],
        })
        .collect()
}

/// The name in a word that is nothing but a placeholder.
fn placeholder(word: &str) -> Option<&str> {
    word.strip_prefix('{')?.strip_suffix('}')
}

fn fill(word: &str, words: &Words) -> String {
    let Some((before, rest)) = word.split_once('{') else { return word.to_owned() };
    let Some((name, after)) = rest.split_once('}') else { return word.to_owned() };
    // What was put in is not looked at again: a file name may hold braces.
    match words.get(name).and_then(|several| several.first()) {
        Some(value) => format!("{before}{value}{}", fill(after, words)),
        None => format!("{before}{{{name}}}{}", fill(after, words)),
    }
}

#[cfg(test)]
mod tests {
    use super::{Words, expand};

    #[track_caller]
    fn case(command: &[&str], expected: &[&str]) {
        let several = |list: &[&str]| list.iter().map(|&word| word.to_owned()).collect();
        let words = Words::from([
            ("tool", several(&["/usr/bin/cc"])),
            ("static", several(&[])),
            ("sources", several(&["/box/src/{tool}.c", "/box/src/b.c"])),
        ]);
        assert_eq!(expand(command, &words), expected);
    }

    #[test]
    fn placeholders_become_words() {
        case(&["{tool}", "-O2"], &["/usr/bin/cc", "-O2"]);
        case(&["{static}", "-o", "x"], &["-o", "x"]);
        case(&["{sources}"], &["/box/src/{tool}.c", "/box/src/b.c"]);
        case(&["-C{tool}={sources}!"], &["-C/usr/bin/cc=/box/src/{tool}.c!"]);
        case(
            &["-Xmx{memory_mib}m", "{class}", "{", "a{b"],
            &["-Xmx{memory_mib}m", "{class}", "{", "a{b"],
        );
    }
}
