//! Moves as players write them: squares numbered row by row from 1, `9-13` for a step, `13x22` for a
//! capture, with all squares on the way (`1x10x19`) where another capture has the same two ends.

use super::moves::Move;

/// The move as written, among all the legal moves of its position.
pub fn written(chosen: &Move, legal: &[Move]) -> String {
    let ends = |path: &[u8]| [path[0], path[path.len() - 1]];
    let path = &chosen.path;
    let alike = legal.iter().filter(|other| ends(&other.path) == ends(path)).count();
    let squares = if alike > 1 { path.clone() } else { ends(path).to_vec() };
    let squares: Vec<String> = squares.iter().map(|square| (square + 1).to_string()).collect();
    squares.join(if chosen.captured == 0 { "-" } else { "x" })
}

#[cfg(test)]
mod tests {
    use super::written;
    use crate::checkers::{Position, Profile, legal_moves};

    #[track_caller]
    fn case(text: &str, expected: &[&str]) {
        let position = Position::parse(text.as_bytes()).unwrap();
        let legal = legal_moves(&position, Profile::Seed);
        let mut found: Vec<String> = legal.iter().map(|one| written(one, &legal)).collect();
        found.sort();
        assert_eq!(found, expected);
    }

    #[test]
    fn moves_are_written_by_their_ends_unless_these_are_shared() {
        let start = Position::start(8).text();
        case(&start, &["10-14", "10-15", "11-15", "11-16", "12-16", "9-13", "9-14"]);
        let capture =
            "b\n8\n_b______\n__w_____\n________\n____w___\n________\n________\n________\n";
        case(&format!("{capture}______w_\n"), &["1x19"]);
        let ring = "b\n8\n________\n________\n___B____\n__w_w___\n________\n__w_w___\n________\n";
        case(&format!("{ring}________\n"), &["10x17x26x19x10", "10x19x26x17x10"]);
    }
}
