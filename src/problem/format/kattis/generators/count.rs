//! `count` in a file of generators: how many cases an entry makes, and the numbers that tell them apart.

use crate::yaml::Node;

/// Most cases of one entry.
const MOST: usize = 100;

/// The numbers of an entry.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Count {
    /// One for each case.
    pub(super) values: Vec<i64>,
    /// The digits in names at least, a sign among them.
    width: usize,
    /// Whether the entry has the key.
    is_written: bool,
}

impl Count {
    /// The numbers of a `count: 3`, `count: [1, 4]` or `count: -2..=3`.
    pub(super) fn read(entry: &Node) -> Result<Self, String> {
        let Some(node) = entry.get("count") else {
            return Ok(Self { values: vec![1], width: 0, is_written: false });
        };
        let values = values(node).filter(|values| (1..=MOST).contains(&values.len()));
        let mut values = values.ok_or_else(|| {
            format!(
                "`count`: expected 1 to {MOST}, a list of numbers such as `[1, 4]`, or `-2..=3`"
            )
        })?;
        let written = values.clone();
        values.sort_unstable();
        if values.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err("`count`: a number stands twice".to_owned());
        }
        // Numbers without a gap are written equally wide.
        let is_whole = values.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]));
        let widest = values.iter().map(|value| value.to_string().len()).max().unwrap_or(0);
        let width = if is_whole { widest } else { 0 };
        Ok(Self { values: written, width, is_written: true })
    }

    /// The name of the case of this number, after the entry's own.
    pub(super) fn name(&self, own: &str, value: i64) -> String {
        let width = self.width;
        if self.is_written { format!("{own}-{value:0width$}") } else { own.to_owned() }
    }

    /// What stands between salt and command for the seed of this number.
    pub(super) fn salt(value: i64) -> String {
        if value == 1 { String::new() } else { format!(":{}", value.saturating_sub(1)) }
    }
}

fn values(node: &Node) -> Option<Vec<i64>> {
    if let Some(items) = node.as_list() {
        return items.iter().map(|item| item.as_text()?.parse().ok()).collect();
    }
    let text = node.as_text()?;
    let (first, last): (i64, i64) = match text.split_once("..=") {
        Some((first, last)) => (first.parse().ok()?, last.parse().ok()?),
        None => (1, text.parse().ok()?),
    };
    let span = usize::try_from(last.checked_sub(first)?).ok()?;
    (span < MOST).then(|| (first..=last).collect())
}

#[cfg(test)]
mod tests {
    use super::Count;

    #[track_caller]
    fn case(text: &str, expected: Result<&[&str], ()>) {
        let node = crate::yaml::parse(text.as_bytes()).unwrap().root;
        let names = Count::read(&node).map_err(|_| ()).map(|count| {
            let names = count.values.iter().map(|&value| count.name("a", value));
            names.collect::<Vec<_>>()
        });
        assert_eq!(names, expected.map(|names| names.iter().map(|&n| n.to_owned()).collect()));
    }

    #[test]
    fn numbers_are_told_apart_in_names() {
        case("{}", Ok(&["a"]));
        case("count: 1", Ok(&["a-1"]));
        case("count: 3", Ok(&["a-1", "a-2", "a-3"]));
        case("count: [7, -3]", Ok(&["a-7", "a--3"]));
        case("count: [10, 9]", Ok(&["a-10", "a-09"]));
        case("count: -1..=1", Ok(&["a--1", "a-00", "a-01"]));
        case("count: 10..=12", Ok(&["a-10", "a-11", "a-12"]));
    }

    #[test]
    fn other_counts_are_refused() {
        for text in ["0", "-1", "101", "[]", "[1, 1]", "[x]", "x", "3..=1", "1..=101", "1..3", "{}"]
        {
            case(&format!("count: {text}"), Err(()));
        }
        case("count: -9223372036854775808..=9223372036854775807", Err(()));
    }
}
