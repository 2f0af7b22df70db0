//! Puts a package's constants into text: `{{name}}` becomes what the package says (2025-09,
//! "Constants").

use std::collections::BTreeMap;

/// The bytes with constants put in: a single pass, exact names, without blanks. What is not known stays.
/// What holds a NUL byte is no text, and is left alone. `None` where more than this many bytes come of
/// it. The time is in proportion to these.
pub(super) fn put_in(
    bytes: Vec<u8>,
    constants: &[(String, String)],
    most: usize,
) -> Option<Vec<u8>> {
    if constants.is_empty() || bytes.contains(&0) {
        return Some(bytes);
    }
    let known = constants.iter().map(|(name, value)| (name.as_bytes(), value.as_bytes()));
    let known: BTreeMap<&[u8], &[u8]> = known.collect();
    let mut made = Vec::with_capacity(bytes.len());
    let mut rest = bytes.as_slice();
    while let Some(at) = rest.windows(2).position(|two| two == b"{{") {
        let (before, from) = rest.split_at(at);
        made.extend_from_slice(before);
        let name = &from[2..];
        let name = &name[..name.iter().position(|byte| !is_of_name(*byte)).unwrap_or(name.len())];
        let after = &from[2 + name.len()..];
        if let (Some(value), Some(after)) = (known.get(name), after.strip_prefix(b"}}")) {
            made.extend_from_slice(value);
            rest = after;
        } else {
            // The next pair may begin at the second brace.
            made.push(b'{');
            rest = &from[1..];
        }
        if made.len() > most {
            return None;
        }
    }
    made.extend_from_slice(rest);
    (made.len() <= most).then_some(made)
}

/// Whether names of constants and of their variants (`name.variant`) may hold this byte.
fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

#[cfg(test)]
mod tests {
    use super::put_in;
    use proptest::prelude::*;

    #[track_caller]
    fn case(text: &str, expected: &str) {
        let constants = [("n", "100"), ("n.tex", "10^2"), ("m", "{{n}}"), ("none", "")];
        let constants = constants.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let made = put_in(text.into(), &constants, 1000).unwrap();
        assert_eq!(String::from_utf8(made).unwrap(), expected, "{text:?}");
    }

    #[test]
    fn exact_names_are_replaced_once() {
        case("", "");
        case("int n = {{n}};", "int n = 100;");
        case("{{n}}{{n.tex}} {{none}}.", "10010^2 .");
        case("{{m}}", "{{n}}");
        case("{{ n }} {{n} {n}} {{N}} {{k}} {{nn}}", "{{ n }} {{n} {n}} {{N}} {{k}} {{nn}}");
        case("{{{n}}} {{{{n}}}}", "{100} {{100}}");
        case("{{", "{{");
        case("{{n", "{{n");
    }

    /// Tries every constant at every place.
    fn naive(text: &str, constants: &[(String, String)]) -> String {
        let (mut made, mut rest) = (String::new(), text);
        while let Some(first) = rest.chars().next() {
            let found =
                constants.iter().find(|(name, _)| rest.starts_with(&format!("{{{{{name}}}}}")));
            let (put, length) = match found {
                Some((name, value)) => (value.clone(), name.len() + 4),
                None => (first.to_string(), first.len_utf8()),
            };
            made.push_str(&put);
            rest = &rest[length..];
        }
        made
    }

    proptest! {
        #[test]
        fn it_does_what_a_naive_one_does(text in "([{}]{1,3}|[ab]{1,2}|[. é]){0,30}") {
            let constants = [("a", "{"), ("b", ""), ("ab", "{{a}}"), ("a.b", "x")];
            let constants = constants.map(|(name, value)| (name.to_owned(), value.to_owned()));
            let made = put_in(text.clone().into(), &constants, 10_000).unwrap();
            prop_assert_eq!(String::from_utf8(made).unwrap(), naive(&text, &constants));
        }
    }

    #[test]
    fn binary_files_stay_as_they_are() {
        let constants = [("n".to_owned(), "100".to_owned())];
        let made = |bytes: &[u8], most| put_in(bytes.to_vec(), &constants, most);
        assert_eq!(made(b"{{n}}\0", 1000).unwrap(), b"{{n}}\0");
        assert_eq!(made(b"{{n}}\xff", 1000).unwrap(), b"100\xff");
    }

    #[test]
    fn what_grows_is_bounded() {
        let constants = [("n".to_owned(), "100".to_owned())];
        let made = |most| put_in(b"{{n}}{{n}}.".to_vec(), &constants, most);
        assert_eq!(made(7).unwrap(), b"100100.");
        assert_eq!(made(6), None);
    }
}
