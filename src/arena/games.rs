//! The table of games: one line each.

use super::checkers::CHECKERS;
use super::four_in_a_row::FOUR_IN_A_ROW;
use super::kind::{GameKind, Setup};
use super::record::Header;

/// All games, the usual one in front.
pub const GAMES: [&GameKind; 2] = [&CHECKERS, &FOUR_IN_A_ROW];

/// The game of this name.
///
/// # Errors
/// That there is none, and which there are.
pub fn find(name: &str) -> Result<&'static GameKind, String> {
    let found = GAMES.into_iter().find(|game| game.name == name);
    found.ok_or_else(|| {
        let names = GAMES.map(|game| format!("`{}`", game.name)).join(" or ");
        format!("expected the game {names}, found `{name}`")
    })
}

/// The game that a record's header asks for.
///
/// # Errors
/// What in the header is not known.
pub fn setup(header: &Header) -> Result<Setup, String> {
    Setup::new(find(&header.game)?, &header.rules, header.positions.as_deref())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::openings;

    /// Every game has openings that are legal, rules that are named, and notes that two readers share.
    #[test]
    fn the_table_is_whole() {
        for game in GAMES {
            let rules = (game.usual)();
            let keys: Vec<&str> = game.rules.iter().map(|rule| rule.key).collect();
            let mut usual: Vec<&String> = rules.as_object().unwrap().keys().collect();
            usual.sort_by_key(|key| keys.iter().position(|known| known == *key));
            assert_eq!(usual, keys, "{}", game.name);
            let start = (game.start)(&rules).unwrap();
            assert!(openings::read(game.book.as_bytes(), &*start).unwrap().len() >= 100);
            let again = (game.read)(&rules, start.state().as_bytes()).unwrap();
            assert_eq!((again.state(), again.legal()), (start.state(), start.legal()));
            assert_eq!(find(game.name).unwrap().name, game.name);
        }
        assert!(find("chess").unwrap_err().ends_with("found `chess`"));
    }

    #[test]
    fn rules_are_chosen_by_words() {
        let chosen = |words: &[(&str, &str)]| {
            let words: Vec<(String, String)> =
                words.iter().map(|(key, word)| ((*key).into(), (*word).into())).collect();
            CHECKERS.with_rules(&words).map(|rules| rules.to_string())
        };
        let rules = chosen(&[("size", "10"), ("profile", "english")]).unwrap();
        assert_eq!(
            rules,
            r#"{"adjudication":"none","cap_result":"draw","profile":"english","size":10}"#
        );
        let unknown = chosen(&[("board", "8")]).unwrap_err();
        assert!(
            unknown.starts_with("checkers has no rule `board`: it has `profile` ("),
            "{unknown}"
        );
        let word = chosen(&[("size", "x")]).unwrap_err();
        assert_eq!(word, "expected an integer for the rule `size`, found `x`");
        let odd = chosen(&[("size", "7")]).unwrap_err();
        assert!(odd.starts_with("the rules of checkers: expected an even board size"), "{odd}");
        assert!(chosen(&[("profile", "x")]).unwrap_err().contains("unknown variant `x`"));
    }
}
