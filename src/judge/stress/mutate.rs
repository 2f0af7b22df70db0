//! Small changes to a text, as the seed says.

use crate::random::SplitMix;

/// The text with 1 to `most` changes.
pub(super) fn mutate(text: &[u8], most: usize, random: &mut SplitMix) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..=random.below(most) {
        change(&mut text, random);
    }
    text
}

fn change(text: &mut Vec<u8>, random: &mut SplitMix) {
    let visible: Vec<usize> = (0..text.len()).filter(|&at| text[at].is_ascii_graphic()).collect();
    if visible.is_empty() {
        return;
    }
    let (one, other) = (visible[random.below(visible.len())], visible[random.below(visible.len())]);
    match random.below(5) {
        0 => text[one] = text[other],
        1 => text.swap(one, other),
        2 => *text = with_other_number(text, one, random),
        3 => *text = with_line(text, one, None),
        _ => *text = with_line(text, one, Some(other)),
    }
}

/// The word around `at` replaced by a number near to it or near to 0.
fn with_other_number(text: &[u8], at: usize, random: &mut SplitMix) -> Vec<u8> {
    let begin = text[..at].iter().rposition(u8::is_ascii_whitespace).map_or(0, |blank| blank + 1);
    let length = text[at..].iter().position(u8::is_ascii_whitespace);
    let end = length.map_or(text.len(), |length| at + length);
    let old = std::str::from_utf8(&text[begin..end]).ok().and_then(|word| word.parse::<i64>().ok());
    let Some(old) = old else { return text.to_vec() };
    let new = match random.below(4) {
        0 => old.saturating_add(1),
        1 => old.saturating_sub(1),
        2 => old / 2,
        _ => i64::try_from(random.below(12)).unwrap_or(0) - 1,
    };
    [&text[..begin], new.to_string().as_bytes(), &text[end..]].concat()
}

/// The line around `at` taken out, and put before the line around `to` where that is named.
fn with_line(text: &[u8], at: usize, to: Option<usize>) -> Vec<u8> {
    let count = |end: usize| memchr::memchr_iter(b'\n', &text[..end]).count();
    let mut lines: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
    let line = lines.remove(count(at));
    if let Some(to) = to {
        lines.insert(count(to).min(lines.len()), line);
    }
    lines.concat()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_same_seed_makes_the_same_changes_and_another_number_makes_others() {
        let text = b"3\n10 -4 7\nabc\n";
        let of = |number| {
            let mut random = SplitMix::of(1, number);
            (0..40).map(|_| mutate(text, 3, &mut random)).collect::<Vec<_>>()
        };
        assert_eq!(of(5), of(5));
        assert_ne!(of(5), of(6));
        let different: BTreeSet<_> = of(5).into_iter().collect();
        assert!(different.len() > 20, "{}", different.len());
    }

    #[test]
    fn any_text_can_be_changed() {
        let mut random = SplitMix::of(7, 0);
        for text in [&b""[..], b"\n", b"x", b"\xff\n\xff", b"9223372036854775807\n"] {
            for _ in 0..200 {
                mutate(text, 4, &mut random);
            }
        }
    }

    /// All texts that one change can make of this one, against a plain list.
    #[test]
    fn a_change_is_of_a_character_a_number_or_a_line() {
        const TEXT: &str = "50 -40\nab\n";
        let visible: Vec<usize> =
            (0..TEXT.len()).filter(|&at| !TEXT.as_bytes()[at].is_ascii_whitespace()).collect();
        let mut expected = BTreeSet::new();
        for (&one, &other) in visible.iter().flat_map(|one| visible.iter().map(move |it| (one, it)))
        {
            let mut text = TEXT.as_bytes().to_vec();
            text.swap(one, other);
            expected.insert(String::from_utf8(text.clone()).unwrap());
            text[one] = TEXT.as_bytes()[one];
            text[other] = TEXT.as_bytes()[one];
            expected.insert(String::from_utf8(text).unwrap());
        }
        let near_to_0 = || -1..=10;
        expected.extend(
            [51, 49, 25].into_iter().chain(near_to_0()).map(|it| format!("{it} -40\nab\n")),
        );
        expected.extend(
            [-39, -41, -20].into_iter().chain(near_to_0()).map(|it| format!("50 {it}\nab\n")),
        );
        expected.extend(["ab\n", "50 -40\n", "ab\n50 -40\n"].map(String::from));

        let change = |number| {
            let text = mutate(TEXT.as_bytes(), 1, &mut SplitMix::of(3, number));
            String::from_utf8(text).unwrap()
        };
        let found: BTreeSet<String> = (0..20_000).map(change).collect();
        assert_eq!(found, expected);
    }
}
