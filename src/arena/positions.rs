//! Positions that games are to begin with, as text: states as bots read them, each followed by an empty line;
//! a line that begins with `#` is a comment.

use std::collections::HashMap;

use serde_json::Value;

use super::kind::{BadState, GameKind};

/// Reads positions. In each, the game must go on, and none may stand there twice.
///
/// # Errors
/// The first place where that is not so, or the end of a text without positions.
pub fn read(text: &[u8], kind: &GameKind, rules: &Value) -> Result<Vec<String>, BadState> {
    let bad = |line, message: String| BadState { line, column: 1, message };
    let mut lines: Vec<(usize, &[u8])> = (1..).zip(text.split(|&byte| byte == b'\n')).collect();
    lines.retain(|(_, line)| line.first() != Some(&b'#'));
    let mut seen = HashMap::new();
    let mut states = Vec::new();
    for block in lines.split(|(_, line)| line.trim_ascii().is_empty()).filter(|b| !b.is_empty()) {
        let first = block[0].0;
        let text: Vec<u8> =
            block.iter().flat_map(|(_, line)| line.iter().chain(b"\n")).copied().collect();
        let game = (kind.read)(rules, &text).map_err(|found| {
            let line = block.get(found.line - 1).or(block.last()).map_or(first, |(line, _)| *line);
            BadState { line, ..found }
        })?;
        if let Some(ending) = game.ended() {
            return Err(bad(first, format!("in this position the game is over: {}", ending.words)));
        }
        if let Some(earlier) = seen.insert(game.state(), first) {
            return Err(bad(first, format!("duplicate position: it is already in line {earlier}")));
        }
        states.push(game.state());
    }
    if states.is_empty() {
        let end = text.split(|&byte| byte == b'\n').count();
        return Err(bad(end, "expected a position as bots read it, found none".into()));
    }
    Ok(states)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::checkers::CHECKERS;

    const ONE: &str = "b\n4\n_b__\n____\n____\nw___\n";

    fn found(text: &str) -> Result<Vec<String>, String> {
        read(text.as_bytes(), &CHECKERS, &(CHECKERS.usual)()).map_err(|bad| bad.to_string())
    }

    #[test]
    fn positions_are_read_block_by_block() {
        let other = ONE.replacen('b', "w", 1);
        let text = format!("# two\n\n{ONE}\n\n# white\n{other}");
        assert_eq!(found(&text).unwrap(), [ONE, &other]);
    }

    #[track_caller]
    fn bad(text: &str, expected: &str) {
        let found = found(text).unwrap_err();
        assert!(found.starts_with(expected), "{found}");
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        bad("", "1:1: expected a position as bots read it");
        bad("# none\n", "2:1: expected a position as bots read it");
        bad(&format!("{ONE}\n#\n{}", ONE.replacen("_b__", "_x__", 1)), "11:2: expected one of");
        bad(&format!("{ONE}\n{ONE}"), "8:1: duplicate position: it is already in line 1");
        bad(
            &ONE.replacen('w', "_", 1).replacen('b', "w", 1),
            "1:1: in this position the game is over",
        );
        bad("b\n4\n", "2:1: expected row 0 of the board");
    }
}
