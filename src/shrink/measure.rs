//! The order of texts in which shrinking goes down.

/// Whether `left` is smaller than `right`: shorter; or as long, with smaller numbers and simpler
/// characters in sum; or, that being equal too, with its simpler characters nearer to the end.
///
/// Only finitely many texts are smaller than any text, so that shrinking ends.
pub fn is_smaller(left: &[u8], right: &[u8]) -> bool {
    let (shorter, simpler) = (left.len().cmp(&right.len()), || weight(left).cmp(&weight(right)));
    let backwards = || {
        let left = left.iter().rev().map(|&byte| rank(byte));
        left.cmp(right.iter().rev().map(|&byte| rank(byte)))
    };
    shorter.then_with(simpler).then_with(backwards).is_lt()
}

/// The sum of all numbers, signs aside, and of the ranks of all other characters.
fn weight(text: &[u8]) -> u128 {
    let runs = text.chunk_by(|left, right| left.is_ascii_digit() && right.is_ascii_digit());
    let weigh = |run: &[u8]| match run {
        [other] if !other.is_ascii_digit() => u128::from(rank(*other)),
        digits => digits.iter().fold(0_u128, |value, digit| {
            value.saturating_mul(10).saturating_add(u128::from(digit - b'0'))
        }),
    };
    runs.map(weigh).fold(0, u128::saturating_add)
}

/// How simple a character is: what stands for nothing first (blanks, `.`, `_`, `0`), then digits,
/// small letters, capitals, and all else. No two are alike.
pub(super) fn rank(byte: u8) -> u8 {
    RANKS[usize::from(byte)]
}

const SIMPLE: &[u8] = b"\n ._0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

static RANKS: [u8; 256] = ranks();

#[expect(clippy::cast_possible_truncation, reason = "there are 256 bytes")]
const fn ranks() -> [u8; 256] {
    let mut ranks = [u8::MAX; 256];
    let mut next = 0;
    while next < SIMPLE.len() {
        ranks[SIMPLE[next] as usize] = next as u8;
        next += 1;
    }
    let mut byte = 0;
    while byte < 256 {
        if ranks[byte] == u8::MAX {
            ranks[byte] = next as u8;
            next += 1;
        }
        byte += 1;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_differ() {
        let ranks: std::collections::BTreeSet<u8> = (0..=u8::MAX).map(rank).collect();
        assert_eq!(ranks.len(), 256);
    }

    #[track_caller]
    fn case(smaller: &str, larger: &str) {
        assert!(is_smaller(smaller.as_bytes(), larger.as_bytes()), "{smaller} < {larger}");
        assert!(!is_smaller(larger.as_bytes(), smaller.as_bytes()), "{larger} < {smaller}");
        assert!(!is_smaller(larger.as_bytes(), larger.as_bytes()), "{larger}");
    }

    #[test]
    fn shorter_then_simpler_then_nearer_to_the_beginning() {
        case("", "0");
        case("99", "100");
        case("10", "11");
        case("3999", "4000");
        case("-3999", "-4000");
        case("1 9\n", "2 9\n");
        case("..*", ".**");
        case("b", "B");
        case("*..", ".*.");
        case("*.\n..", "..\n*.");
    }
}
