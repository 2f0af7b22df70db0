//! A count with its noun, for people. Knows regular nouns only.

use std::fmt::Display;

/// `1 case`, `2 cases`.
pub fn counted<N: Copy + Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    let ending = if count == N::from(1) { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn only_one_is_one() {
        assert_eq!([0, 1, 2].map(|count| counted(count, "case")), ["0 cases", "1 case", "2 cases"]);
        let words = [0_u64, 1, 2].map(|count| counted(count, "board"));
        assert_eq!(words, ["0 boards", "1 board", "2 boards"]);
    }
}
