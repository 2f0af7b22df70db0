//! Words for a name that nobody knows: the nearest known one, or all of them.

use std::fmt::Display;

/// Longest list of known names that a message gives whole.
const LISTED: usize = 30;

/// The known name that `given` was most likely meant to be, if one is near enough: at most a third
/// of the longer word's letters differ (two of a short word), letter case aside, or one word is
/// the beginning of the other (three letters at least), or the given one is the end of a path.
pub fn nearest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let given = given.to_lowercase();
    known
        .into_iter()
        .filter_map(|name| {
            let word = name.to_lowercase();
            let distance = strsim::damerau_levenshtein(&given, &word);
            let longer = given.chars().count().max(word.chars().count());
            let begins = given.len().min(word.len()) >= 3
                && (word.starts_with(&given) || given.starts_with(&word));
            let ends = !given.is_empty() && word.ends_with(&format!("/{given}"));
            let near = begins || (distance < longer && distance <= (longer / 3).max(2));
            (near || ends).then_some((if ends { 0 } else { distance }, name))
        })
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// A message that refuses a name: "unknown WHAT `given`", with the nearest known name, or with all
/// of them where none is near.
pub fn unknown<'a>(
    what: &str,
    given: &str,
    known: impl IntoIterator<Item = &'a str, IntoIter: Clone>,
) -> String {
    let known = known.into_iter();
    if let Some(name) = nearest(&given.escape_debug().to_string(), known.clone()) {
        return meant(what, given, name);
    }
    let given = given.escape_debug();
    match list(known) {
        Some(names) => format!("unknown {what} `{given}`: expected one of {names}"),
        None => format!("unknown {what} `{given}`: there are none"),
    }
}

/// A message that refuses a name, for which this one was most likely meant.
pub fn meant(what: &str, given: &str, name: &str) -> String {
    format!("unknown {what} `{}`: did you mean `{name}`?", given.escape_debug())
}

/// The first names in backquotes, in their own order; ` …` follows where there are more than `most`.
pub fn first<T: Display>(names: &[T], most: usize) -> String {
    let quoted: Vec<String> = names.iter().take(most).map(|name| format!("`{name}`")).collect();
    let more = if names.len() > most { " …" } else { "" };
    format!("{}{more}", quoted.join(", "))
}

/// The names in backquotes, in their own order, the list cut when very long; `None` for no names.
pub fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let mut quoted: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    if quoted.len() > LISTED {
        let more = quoted.len() - LISTED;
        quoted.truncate(LISTED);
        quoted.push(format!("{more} more"));
    }
    (!quoted.is_empty()).then(|| quoted.join(", "))
}

#[cfg(test)]
mod tests {
    use super::{list, nearest, unknown};

    #[track_caller]
    fn case(given: &str, known: &[&str], expected: Option<&str>) {
        assert_eq!(nearest(given, known.iter().copied()), expected, "nearest to {given}");
    }

    #[test]
    fn the_nearest_name_is_found_or_none() {
        let keys = ["time", "memory", "output", "wall_factor"];
        case("tiem", &keys, Some("time"));
        case("Memory", &keys, Some("memory"));
        case("wall", &keys, Some("wall_factor"));
        case("memory_limit", &keys, Some("memory"));
        case("colour", &keys, None);
        case("", &keys, None);
        case("x", &["y"], None);
        case("cobol", &["c"], None);
        case("pyhton", &["python", "c", "cpp"], Some("python"));
        case("group1", &["sample", "secret/group1", "secret/group2"], Some("secret/group1"));
    }

    #[test]
    fn the_message_names_the_nearest_or_all() {
        assert_eq!(unknown("key", "tiem", ["time"]), "unknown key `tiem`: did you mean `time`?");
        assert_eq!(
            unknown("key", "colour", ["time", "memory"]),
            "unknown key `colour`: expected one of `time`, `memory`"
        );
        assert_eq!(unknown("problem", "a\nb", []), "unknown problem `a\\nb`: there are none");
    }

    #[test]
    fn a_long_list_is_cut() {
        let names: Vec<String> = (0..33).map(|number| number.to_string()).collect();
        let list = list(names.iter().map(String::as_str)).unwrap();
        assert!(list.starts_with("`0`, `1`, ") && list.ends_with("`29`, 3 more"), "{list}");
    }
}
