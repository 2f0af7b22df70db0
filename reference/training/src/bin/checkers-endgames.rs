//! Solves the endgames of checkers that come with the bot, or verifies those that it has:
//! `checkers-endgames pack FILE`, `checkers-endgames verify [FOLDER]` or `checkers-endgames quiet`;
//! behind `english`, by the English rules: `checkers-endgames english verify`.
//!
//! `quiet` finds how long a won game can go without a capture or a man's move, whatever the defence:
//! a match is drawn after 80 such moves. `verify` looks at every board with the other generator of
//! moves, and prints how many boards of each material are won, lost and drawn for the side to move,
//! and the most moves to the end.

use jury_reference::checkers::eight::endgames::build::{Solved, solve};
use jury_reference::checkers::eight::endgames::verify::{Census, census};
use jury_reference::checkers::eight::endgames::{Endgames, Material, Value, packed};
use jury_reference::checkers::eight::{Board, Rules};
use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (rules, rest) = match &arguments[..] {
        ["english", rest @ ..] => (Rules::English, rest),
        rest => (Rules::Seed, rest),
    };
    match *rest {
        ["pack", file] => pack(rules, Path::new(file)),
        ["quiet"] => quiet(Endgames::shipped(rules)),
        ["verify"] => verify(Endgames::shipped(rules)),
        ["verify", folder] => verify(Endgames::with_folder(rules, Path::new(folder))?),
        _ => Err("expected `pack FILE`, `verify [FOLDER]` or `quiet`".into()),
    }
}

fn pack(rules: Rules, file: &Path) -> Result<(), Box<dyn Error>> {
    let mut solved = Solved::new();
    for material in Material::up_to(packed::PACKED_PIECES) {
        if !solved.contains_key(&material) {
            solve(&mut solved, rules, material)?;
        }
    }
    Ok(std::fs::write(file, packed::pack(&solved, rules)?)?)
}

fn verify(mut endgames: Endgames) -> Result<(), Box<dyn Error>> {
    let line = |name: &str, census: Census| {
        let Census { won, lost, drawn, longest } = census;
        println!("{name}  won {won:10}  lost {lost:10}  drawn {drawn:10}  longest {longest:3}");
    };
    let mut sum = Census::default();
    for material in Material::up_to(endgames.pieces()) {
        let found = census(&mut endgames, material)
            .map_err(|board| format!("{}: wrong value of {board:?}", material.name()))?;
        line(&material.name(), found);
        sum = sum.plus(found);
    }
    line("all ", sum);
    Ok(())
}

/// The winner makes the moves that win soonest, the loser any.
fn quiet(mut endgames: Endgames) -> Result<(), Box<dyn Error>> {
    let materials = Material::up_to(endgames.pieces());
    // Boards by the number of moves to the end.
    let mut decided: Vec<Vec<Board>> = Vec::new();
    let mut most: BTreeMap<Material, Vec<u8>> = BTreeMap::new();
    for material in &materials {
        most.insert(*material, vec![0; material.boards()]);
        for board in (0..material.boards()).filter_map(|number| material.board(number)) {
            let Some(moves) = endgames.value(&board).and_then(Value::moves) else { continue };
            decided.resize(decided.len().max(moves + 1), Vec::new());
            decided[moves].push(board);
        }
    }
    let mut longest = 0;
    let mut moves = Vec::new();
    for (left, boards) in decided.iter().enumerate().skip(1) {
        for board in boards {
            moves.clear();
            board.moves_into(endgames.rules(), &mut moves);
            let next = moves.iter().map(|found| found.board.turned()).filter(|next| {
                let soonest = endgames.value(next).and_then(Value::moves) == Some(left - 1);
                left % 2 == 0 || soonest
            });
            let runs = next.map(|next| {
                let run = || most[&Material::of(&next)][Material::of(&next).number(&next)] + 1;
                if next.turned().may_return_to(board) { run() } else { 0 }
            });
            let run = runs.max().unwrap_or(0);
            let material = Material::of(board);
            let place =
                most.get_mut(&material).and_then(|runs| runs.get_mut(material.number(board)));
            *place.ok_or("a board without its material")? = run;
            longest = longest.max(run);
        }
    }
    println!("at most {longest} moves in a row without a capture or a man's move");
    Ok(())
}
