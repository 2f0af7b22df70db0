//! Checkers that compare real numbers: `acmp`, `rcmp`, `dcmp`, `rncmp`, `rcmp4`, `rcmp6` and `rcmp9`.

use super::Said;
use super::end::End;
use super::message::ordinal;
use super::number::{
    are_close, are_near, close_bounds, count_plain, error, is_real, near_bounds, printed,
    read_real, real,
};
use super::stream::{Stream, tokens};
use crate::plain::Bounds;

/// Decimals where a checker does not say.
const DECIMALS: usize = 10;

/// One number within 1.5e-6, absolutely.
pub(super) fn acmp(answer: &mut Stream<'_>, output: &mut Stream<'_>) -> Said {
    one(answer, output, |expected, found| are_near(expected, found, 1.5e-6))
}

/// One number within 1e-6, absolutely or relatively.
pub(super) fn dcmp(answer: &mut Stream<'_>, output: &mut Stream<'_>) -> Said {
    one(answer, output, |expected, found| are_close(expected, found, 1e-6))
}

fn one(answer: &mut Stream<'_>, output: &mut Stream<'_>, equal: impl Fn(f64, f64) -> bool) -> Said {
    let expected = read_real(answer)?;
    let found = read_real(output)?;
    let shown = |number| printed(number, DECIMALS);
    if !equal(expected, found) {
        let message = format!("expected {}, found {}", shown(expected), shown(found));
        return Err(End::wrong(output.last, message));
    }
    Ok(format!("answer is {}", shown(expected)).into())
}

/// Numbers in order, each within 1.5e-5, absolutely.
pub(super) fn rncmp(answer: &mut Stream<'_>, output: &mut Stream<'_>) -> Said {
    let equal = |expected, found| are_near(expected, found, 1.5e-5);
    let words = |expected, found| {
        let [expected, found] = [expected, found].map(|number| printed(number, DECIMALS));
        format!("expected: '{expected}', found: '{found}'")
    };
    let bounds = near_bounds(1.5e-5);
    let compared = sequence(answer, output, bounds, equal, words)?;
    Ok(format!("{} numbers", compared.count).into())
}

/// Numbers in order, each within 1e-4, absolutely or relatively.
pub(super) fn rcmp4(answer: &mut Stream<'_>, output: &mut Stream<'_>) -> Said {
    close(answer, output, 1e-4, 5)
}

/// The same with 1e-6.
pub(super) fn rcmp6(answer: &mut Stream<'_>, output: &mut Stream<'_>) -> Said {
    close(answer, output, 1e-6, 7)
}

/// The same with 1e-9.
pub(super) fn rcmp9(answer: &mut Stream<'_>, output: &mut Stream<'_>) -> Said {
    close(answer, output, 1e-9, 10)
}

fn close(
    answer: &mut Stream<'_>,
    output: &mut Stream<'_>,
    tolerance: f64,
    decimals: usize,
) -> Said {
    let shown = |expected, found| {
        [expected, found, error(expected, found)].map(|number| printed(number, decimals))
    };
    let equal = |expected, found| are_close(expected, found, tolerance);
    let words = |expected, found| {
        let [expected, found, error] = shown(expected, found);
        format!("expected: '{expected}', found: '{found}', error = '{error}'")
    };
    let bounds = close_bounds(tolerance);
    let compared = sequence(answer, output, bounds, equal, words)?;
    let Compared { count, last: (expected, found) } = compared;
    if count == 1 {
        let [expected, found, error] = shown(expected, found);
        return Ok(format!("found '{found}', expected '{expected}', error '{error}'").into());
    }
    Ok(format!("{count} numbers").into())
}

/// Numbers that were found equal.
struct Compared {
    count: usize,
    /// The expected and the found one, where there is one alone.
    last: (f64, f64),
}

/// As many numbers as the answer has. Those within the bounds are surely equal.
fn sequence(
    answer: &mut Stream<'_>,
    output: &mut Stream<'_>,
    bounds: Bounds,
    equal: impl Fn(f64, f64) -> bool,
    words: impl Fn(f64, f64) -> String,
) -> Result<Compared, End> {
    let mut count = 0;
    let mut last = (0.0, 0.0);
    loop {
        let same = answer.same_tokens(output);
        if !same.is_empty() {
            if count > 0
                && let Some(more) = count_plain(same, true)
            {
                count += more;
                continue;
            }
            for token in tokens(same) {
                // Every number is within any tolerance of itself.
                count += 1;
                if count == 1 || !is_real(token) {
                    let number = real(token, answer)?;
                    last = (number, number);
                }
            }
            continue;
        }
        let near = if count > 0 { answer.near_numbers(output, bounds) } else { 0 };
        if near > 0 {
            count += near;
            continue;
        }
        if answer.seek_eof() {
            return Ok(Compared { count, last });
        }
        count += 1;
        last = (read_real(answer)?, read_real(output)?);
        let (expected, found) = last;
        if !equal(expected, found) {
            let place = ordinal(count);
            let message = format!("{place} numbers differ - {}", words(expected, found));
            return Err(End::wrong(output.last, message));
        }
    }
}
