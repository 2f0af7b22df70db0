//! Makes a text smaller while something about it stays as it is: pure functions over bytes. Knows
//! nothing of problems, of what must stay, or of how that is tested.
//!
//! [`is_smaller`] orders texts such that nothing can shrink for ever; [`candidates`] proposes
//! smaller texts for any input; [`shrink`] searches with these and with whatever else proposes.

use std::collections::HashSet;

mod candidates;
mod measure;
mod text;

pub use candidates::candidates;
pub use measure::is_smaller;

/// Texts to try, the boldest first, made as they are asked for.
pub type Proposals<'a> = Box<dyn Iterator<Item = Vec<u8>> + Send + 'a>;

/// A text to try, with its place in the round.
pub type Numbered = (usize, Vec<u8>);

/// The texts of one round, each with its place.
pub type Round<'a> = dyn Iterator<Item = Numbered> + Send + 'a;

/// Searches for a small text: takes the first proposal that `first` finds good, and goes on from
/// there until a whole round of proposals holds none.
///
/// `propose` gives the texts to try in place of a text; only smaller ones are handed on, and none
/// that was refused before. `first` gives the first of a round, in its order, of which what matters
/// still holds, which is taken then; it may have looked at later ones too.
///
/// The result depends only on which texts are good, not on how far ahead `first` looks.
///
/// # Errors
/// The error of `first`, which ends the search.
pub fn shrink<E>(
    start: &[u8],
    propose: &dyn Fn(&[u8]) -> Proposals<'static>,
    first: &mut dyn FnMut(&mut Round<'_>) -> Result<Option<Numbered>, E>,
) -> Result<(), E> {
    let mut text = start.to_vec();
    let mut refused: HashSet<blake3::Hash> = HashSet::new();
    // A success says that more is to be had nearby: a round begins where the last one ended.
    let mut begin = 0;
    loop {
        let mut tried = Vec::new();
        let all = propose(&text).enumerate().skip(begin);
        let mut round = all
            .chain(propose(&text).enumerate().take(begin))
            .filter(|(_, candidate)| is_smaller(candidate, &text))
            .filter_map(|(place, candidate)| {
                let hash = blake3::hash(&candidate);
                (!refused.contains(&hash)).then(|| {
                    tried.push((place, hash));
                    (place, candidate)
                })
            });
        let found = first(&mut round)?;
        drop(round);
        let Some((place, better)) = found else { return Ok(()) };
        let before = tried.iter().take_while(|(tried, _)| *tried != place);
        refused.extend(before.map(|(_, hash)| *hash));
        text = better;
        begin = place;
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use proptest::prelude::*;

    use super::*;

    /// Shrinks with one after another; the texts taken.
    fn steps(start: &[u8], good: &dyn Fn(&[u8]) -> bool) -> Vec<Vec<u8>> {
        let mut taken = Vec::new();
        let ended =
            shrink::<Infallible>(start, &|text| Box::new(candidates(text)), &mut |mut round| {
                let found = Iterator::find(&mut round, |(_, text)| good(text));
                taken.extend(found.clone().map(|(_, text)| text));
                Ok(found)
            });
        assert!(ended.is_ok());
        taken
    }

    #[track_caller]
    fn case(start: &str, good: impl Fn(&str) -> bool, expected: &str) {
        let holds = |text: &[u8]| std::str::from_utf8(text).is_ok_and(&good);
        let taken = steps(start.as_bytes(), &holds);
        let last = taken.last().map_or(start.as_bytes(), Vec::as_slice);
        assert_eq!(String::from_utf8_lossy(last), expected);
    }

    /// A count, then as many numbers on a line each.
    fn list(text: &str) -> Option<Vec<i64>> {
        let mut numbers = text.lines().map(str::parse).collect::<Result<Vec<i64>, _>>().ok()?;
        let count = if numbers.is_empty() { None } else { Some(numbers.remove(0)) };
        (count == i64::try_from(numbers.len()).ok()).then_some(numbers)
    }

    #[test]
    fn lists_lose_items_and_their_count_goes_along() {
        let start = "7\n4\n9\n12\n1\n500\n3\n8\n";
        case(start, |text| list(text).is_some_and(|l| l.iter().any(|&n| n > 99)), "1\n100\n");
        let twice = |l: Vec<i64>| l.iter().filter(|&&n| n > 7).count() >= 2;
        case(start, |text| list(text).is_some_and(twice), "2\n8\n8\n");
        let on_one_line = |text: &str| {
            let (count, words) = text.split_once('\n').unwrap_or_default();
            let words: Vec<_> = words.split_whitespace().collect();
            count.parse() == Ok(words.len()) && words.contains(&"x")
        };
        case("5\nq we x rt y\n", on_one_line, "1\nx\n");
    }

    #[test]
    fn numbers_go_to_the_smallest_that_will_do() {
        case("987654\n", |t| t.trim().parse::<i64>().is_ok_and(|n| n > 1234), "1235\n");
        case("-987654\n", |t| t.trim().parse::<i64>().is_ok_and(|n| n < -12), "-13\n");
        case("17 4\n", |t| t.split_whitespace().count() == 2, "0 0\n");
    }

    #[test]
    fn grids_lose_rows_and_columns_and_pieces() {
        let grid = |text: &str| -> Option<Vec<Vec<u8>>> {
            let (size, rows) = text.split_once('\n')?;
            let (height, width) = size.split_once(' ')?;
            let rows: Vec<Vec<u8>> = rows.lines().map(Into::into).collect();
            let fits = rows.iter().all(|row| width.parse() == Ok(row.len()));
            (fits && height.parse() == Ok(rows.len()) && !rows.is_empty()).then_some(rows)
        };
        let start = "4 6\n..#..#\n.#....\n....#.\n#...#.\n";
        let above = |rows: &[Vec<u8>]| {
            rows.windows(2).any(|r| r[0].iter().zip(&r[1]).any(|(a, b)| (*a, *b) == (b'#', b'#')))
        };
        case(start, |text| grid(text).is_some_and(|rows| above(&rows)), "2 1\n#\n#\n");
        let square = |text: &str| {
            let rows: Vec<_> = text.lines().collect();
            let size = rows.first().and_then(|size| size.parse().ok());
            let fits = rows.iter().skip(1).all(|row| size == Some(row.len()));
            fits && size.map(|size: usize| size + 1) == Some(rows.len()) && text.contains('*')
        };
        case("3\n...\n.*.\n..*\n", square, "1\n*\n");
    }

    #[test]
    fn one_case_of_many_stays() {
        let cases = |text: &str| {
            let mut lines = text.lines();
            let count: usize = lines.next()?.parse().ok()?;
            let mut bad = 0;
            for _ in 0..count {
                let items: usize = lines.next()?.parse().ok()?;
                let items: Vec<_> = (0..items).map(|_| lines.next()).collect::<Option<_>>()?;
                bad += usize::from(items.contains(&"9"));
            }
            (lines.next().is_none() && count > 0).then_some(bad)
        };
        let start = "4\n2\n1\n2\n0\n3\n5\n9\n6\n1\n4\n";
        case(start, |text| cases(text).is_some_and(|bad| bad > 0), "1\n1\n9\n");
    }

    #[test]
    fn looking_ahead_changes_nothing() {
        let good = |text: &[u8]| memchr::memchr_iter(b'#', text).count() >= 3;
        let start = b"5\n##..#\n.#.#.\n#####\n.....\n12345\n";
        let mut last = Vec::new();
        let ended = shrink::<Infallible>(
            start,
            &|text| Box::new(candidates(text)),
            // Looks at five more than it needs.
            &mut |mut round| {
                let found = Iterator::find(&mut round, |(_, text)| good(text));
                Iterator::take(round, 5).for_each(drop);
                if let Some((_, text)) = &found {
                    last.clone_from(text);
                }
                Ok(found)
            },
        );
        assert!(ended.is_ok());
        assert_eq!(steps(start, &good).pop(), Some(last));
    }

    proptest! {
        #[test]
        fn every_step_is_smaller_and_good_and_the_search_ends(
            start in "([0-9]{1,3}|[a-c#.]{1,4}|-[0-9]|\n| ){0,40}",
            wanted in proptest::collection::vec("[0-9#a.]", 1..3),
        ) {
            let good = |text: &[u8]| {
                let text = String::from_utf8_lossy(text);
                wanted.iter().all(|part| text.contains(part.as_str()))
            };
            let mut before = start.into_bytes();
            if good(&before) {
                for step in steps(&before, &good) {
                    prop_assert!(good(&step));
                    prop_assert!(is_smaller(&step, &before));
                    before = step;
                }
                // What is left has nothing that could be dropped: a line at most for each part.
                let words = before.split(u8::is_ascii_whitespace).filter(|w| !w.is_empty());
                prop_assert!(words.count() <= wanted.len());
            }
        }

        #[test]
        fn any_bytes_have_candidates(text in proptest::collection::vec(any::<u8>(), 0..60)) {
            prop_assert!(candidates(&text).count() < 100_000);
        }
    }
}
