//! Smaller texts for any input: fewer lines, words, rows and columns, smaller numbers, simpler
//! characters. Knows no form of input: where a count stands before what is taken away, the same is
//! proposed with the count corrected, and whoever tests the proposals refuses what does not fit.

use std::sync::Arc;
use std::vec::IntoIter;

use super::Proposals;
use super::measure::rank;
use super::text::{At, Grid, Text, number};

/// Numbers that are tried as counts of what is taken away.
const COUNTS: usize = 6;
/// Chunks up to this size are tried at every place, larger ones side by side.
const EVERY_PLACE: usize = 8;
/// Characters that another is replaced with.
const CHARACTERS: usize = 4;

/// Texts that may be smaller than `text`, the boldest changes first.
pub fn candidates(text: &[u8]) -> Proposals<'static> {
    let text = Arc::new(Text::read(text));
    let all: [fn(Arc<Text>) -> Proposals<'static>; 6] =
        [lines, words, columns, numbers, characters, moves];
    Box::new(all.into_iter().flat_map(move |kind| kind(Arc::clone(&text))))
}

/// Chunks of `0..count`, the largest first: begin and length.
fn chunks(count: usize) -> impl Iterator<Item = (usize, usize)> + Send {
    let halves = std::iter::successors(Some(count), |size| (*size > 1).then(|| size.div_ceil(2)));
    let small = (1..=EVERY_PLACE.min(count)).rev();
    let large = halves.filter(|&size| size > EVERY_PLACE);
    large.chain(small).flat_map(move |size| {
        let stride = if size > EVERY_PLACE { size } else { 1 };
        let last = if size > EVERY_PLACE { count } else { count - size + 1 };
        (0..last).step_by(stride).map(move |begin| (begin, size.min(count - begin)))
    })
}

/// Fewer lines.
fn lines(text: Arc<Text>) -> Proposals<'static> {
    Box::new(chunks(text.lines.len()).flat_map(move |(begin, length)| {
        let mut rest = (*text).clone();
        rest.lines.drain(begin..begin + length);
        let counts = counts_before(&text, begin, begin + length);
        corrected(&rest, counts, length)
    }))
}

/// Fewer words on a line.
fn words(text: Arc<Text>) -> Proposals<'static> {
    Box::new((0..text.lines.len()).flat_map(move |line| {
        let text = Arc::clone(&text);
        chunks(text.lines[line].len()).filter(move |(_, length)| *length > 0).flat_map(
            move |(begin, length)| {
                let mut rest = (*text).clone();
                rest.lines[line].drain(begin..begin + length);
                let mut counts: Vec<At> = first_words(line.saturating_sub(1));
                counts.extend(first_words(0));
                counts.push((line, 0));
                corrected(&rest, counts, length)
            },
        )
    }))
}

fn first_words(line: usize) -> Vec<At> {
    (0..COUNTS / 2).map(|word| (line, word)).collect()
}

/// Places where the number of the lines `begin..end`, or of the blocks that they are part of, may
/// stand: the first line, and numbers before them that count at least to their end.
fn counts_before(text: &Text, begin: usize, end: usize) -> Vec<At> {
    let reaches = |at: &At| {
        let value = text.number(*at).and_then(|value| usize::try_from(value).ok());
        value.is_some_and(|value| at.0.saturating_add(value) + 1 >= end)
    };
    let before = (0..begin).rev().flat_map(first_words);
    let mut counts: Vec<At> = first_words(0);
    counts.extend(before.filter(|at| at.0 > 0).filter(reaches).take(COUNTS));
    counts
}

/// The text as it is, and with each of these numbers less by as many, and less by one.
fn corrected(rest: &Text, mut counts: Vec<At>, taken: usize) -> IntoIter<Vec<u8>> {
    counts.dedup();
    let mut texts = vec![rest.write()];
    for at in counts {
        let Some(value) = rest.number(at) else { continue };
        let taken = i64::try_from(taken).unwrap_or(i64::MAX);
        let lesser = [value - 1, value.saturating_sub(taken)];
        let lesser = if taken == 1 { &lesser[..1] } else { &lesser };
        let lesser = lesser.iter().filter(|value| **value >= 0);
        texts.extend(lesser.map(|value| rest.clone().with_number(at, *value).write()));
    }
    texts.into_iter()
}

/// Grids with fewer columns, or with as many rows as columns fewer.
fn columns(text: Arc<Text>) -> Proposals<'static> {
    Box::new(text.grids().into_iter().flat_map(move |grid| {
        let (narrow, square) = (Arc::clone(&text), Arc::clone(&text));
        let narrower = chunks(grid.width).flat_map(move |(column, taken)| {
            let rest = without_columns(&narrow, grid, column, taken);
            let counts = sizes_before(&narrow, grid, grid.width);
            corrected(&rest, counts, taken)
        });
        let side = grid.height.min(grid.width);
        let smaller = chunks(side).flat_map(move |(row, taken)| {
            let square = Arc::clone(&square);
            let places = chunks(grid.width).filter(move |(_, wide)| *wide == taken);
            places.flat_map(move |(column, _)| {
                let mut rest = without_columns(&square, grid, column, taken);
                let row = grid.first + row;
                rest.lines.drain(row..row + taken);
                corrected(&rest, sizes_before(&square, grid, side), taken)
            })
        });
        narrower.chain(smaller)
    }))
}

fn without_columns(text: &Text, grid: Grid, column: usize, taken: usize) -> Text {
    let mut rest = text.clone();
    for line in &mut rest.lines[grid.first..grid.first + grid.height] {
        for word in line {
            word.drain(column..column + taken);
        }
    }
    rest
}

/// Places on the first line and on the one before the grid that hold just this number.
fn sizes_before(text: &Text, grid: Grid, size: usize) -> Vec<At> {
    let mut places = first_words(0);
    places.extend(first_words(grid.first.saturating_sub(1)));
    places.retain(|at| at.0 < grid.first && text.number(*at) == i64::try_from(size).ok());
    places
}

/// Smaller numbers: 0 and 1, then nearer to 0 by ever smaller powers of two.
fn numbers(text: Arc<Text>) -> Proposals<'static> {
    Box::new(places(&text).flat_map(move |at| {
        let value = text.number(at).unwrap_or(0);
        let magnitude = value.unsigned_abs();
        let powers = (0..u64::BITS - magnitude.leading_zeros()).rev();
        let nearer = powers.map(move |power| {
            let left = i64::try_from(magnitude - (1 << power)).unwrap_or(0);
            if value < 0 { -left } else { left }
        });
        let simple = [0, 1, value.saturating_neg()].into_iter().filter(move |_| value != 0);
        let text = Arc::clone(&text);
        simple.chain(nearer).map(move |value| (*text).clone().with_number(at, value).write())
    }))
}

/// The places of all words.
fn places(text: &Arc<Text>) -> impl Iterator<Item = At> + Send + use<> {
    let text = Arc::clone(text);
    (0..text.lines.len())
        .flat_map(move |line| (0..text.lines[line].len()).map(move |word| (line, word)))
}

/// Words that are no numbers with fewer characters, and with simpler ones.
fn characters(text: Arc<Text>) -> Proposals<'static> {
    let simple = simplest_characters(&text);
    Box::new(places(&text).flat_map(move |(line, word)| {
        let old = text.lines[line][word].clone();
        let old = if number(&old).is_some() { Vec::new() } else { old };
        let (shorter, simpler) = (old.clone(), old.clone());
        let blank = simple.first().map(|&simplest| vec![simplest; old.len()]);
        let shorter =
            chunks(old.len()).filter(|(_, length)| *length > 0).map(move |(at, length)| {
                let mut new = shorter.clone();
                new.drain(at..at + length);
                new
            });
        let simple = simple.clone();
        let simpler = (0..old.len()).flat_map(move |at| {
            let old = simpler.clone();
            simple.clone().into_iter().filter(move |&new| rank(new) < rank(old[at])).map({
                let old = simpler.clone();
                move |new| {
                    let mut word = old.clone();
                    word[at] = new;
                    word
                }
            })
        });
        let text = Arc::clone(&text);
        blank.into_iter().chain(shorter).chain(simpler).map(move |new| {
            let mut rest = (*text).clone();
            rest.lines[line][word] = new;
            rest.write()
        })
    }))
}

/// The simplest characters in words that are no numbers.
fn simplest_characters(text: &Text) -> Vec<u8> {
    let words = text.lines.iter().flatten().filter(|word| number(word).is_none());
    let mut all: Vec<u8> = words.flatten().copied().collect();
    all.sort_unstable_by_key(|&byte| rank(byte));
    all.dedup();
    all.truncate(CHARACTERS);
    all
}

/// Grids with one character changed for its neighbour to the left or above, where that is simpler:
/// pieces move towards the beginning.
fn moves(text: Arc<Text>) -> Proposals<'static> {
    let grids = text.grids().into_iter();
    Box::new(grids.flat_map(move |grid| {
        let text = Arc::clone(&text);
        let cells = (0..grid.height).flat_map(move |r| (0..grid.width).map(move |c| (r, c)));
        cells.flat_map(move |(row, column)| {
            let text = Arc::clone(&text);
            let neighbours =
                [(row.checked_sub(1), Some(column)), (Some(row), column.checked_sub(1))];
            neighbours.into_iter().filter_map(move |(r, c)| {
                let (from, to) = ((grid.first + row, column), (grid.first + r?, c?));
                let piece = text.lines[from.0][0][from.1];
                let other = text.lines[to.0][0][to.1];
                (rank(other) < rank(piece)).then(|| {
                    let mut moved = (*text).clone();
                    moved.lines[from.0][0][from.1] = other;
                    moved.lines[to.0][0][to.1] = piece;
                    moved.write()
                })
            })
        })
    }))
}
