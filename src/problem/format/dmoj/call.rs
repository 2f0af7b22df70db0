//! `args_format_string`: what a bridged program is called with. It is filled in as Python's `str.format` does, and cut
//! into words as a shell does.

use super::super::sheet::quoted;
use super::super::shell_words::{Unclosed, python_words};

/// What a name in braces stands for.
pub(super) type Places<'a> = [(&'a str, &'a str); 3];

/// The words of a call.
///
/// # Errors
/// What of it cannot be read: a lower-case fragment.
pub(super) fn words(text: &str, places: Places<'_>) -> Result<Vec<String>, String> {
    python_words(&filled(text, places)?).map_err(|unclosed| match unclosed {
        Unclosed::Mark(mark) => format!("a `{mark}` that nothing closes"),
        Unclosed::Backslash => "nothing behind its last `\\`".to_owned(),
    })
}

/// The text with what its names in braces stand for. Two braces are one.
fn filled(text: &str, places: Places<'_>) -> Result<String, String> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        filled.push_str(&rest[..at]);
        let brace = &rest[at..=at];
        rest = &rest[at + 1..];
        if let Some(behind) = rest.strip_prefix(brace) {
            filled.push_str(brace);
            rest = behind;
            continue;
        }
        let named = rest.split_once('}').filter(|_| brace == "{");
        let Some((name, behind)) = named else {
            return Err(format!("a single `{brace}`: expected two of them for one"));
        };
        let Some((_, place)) = places.iter().find(|(known, _)| *known == name) else {
            let known = places.map(|(known, _)| format!("`{{{known}}}`")).join(", ");
            return Err(format!("{} in braces: expected one of {known}", quoted(name)));
        };
        filled.push_str(place);
        rest = behind;
    }
    Ok(filled + rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACES: Places<'_> =
        [("input_file", "/in"), ("output_file", "/out"), ("answer_file", "/ans")];

    #[track_caller]
    fn case(text: &str, expected: &[&str]) {
        assert_eq!(words(text, PLACES).unwrap(), expected, "{text}");
    }

    #[test]
    fn words_are_filled_in_and_cut() {
        case("{answer_file} {output_file}", &["/ans", "/out"]);
        case(" a\t-x={input_file}  '' ", &["a", "-x=/in", ""]);
        case(r#""The arguments" 'a "b\' c"#, &["The arguments", r#"a "b\"#, "c"]);
        case(r#"a\ b "x\"y\z\\" it\'s"#, &["a b", r#"x"y\z\"#, "it's"]);
        case("a'b'\"c\"{{}}", &["abc{}"]);
        case("  ", &[]);
    }

    #[test]
    fn what_python_refuses_is_an_error() {
        let known = "`{input_file}`, `{output_file}`, `{answer_file}`";
        let of_name = |name: &str| format!("`{name}` in braces: expected one of {known}");
        for (text, expected) in [
            ("{input}", of_name("input")),
            ("{}", of_name("")),
            ("{input_file!r}", of_name("input_file!r")),
            ("{input_file", "a single `{`: expected two of them for one".to_owned()),
            ("a}", "a single `}`: expected two of them for one".to_owned()),
            ("'a", "a `'` that nothing closes".to_owned()),
            ("a\\", "nothing behind its last `\\`".to_owned()),
        ] {
            assert_eq!(words(text, PLACES).unwrap_err(), expected, "{text}");
        }
    }
}
