//! Solves the endgames of checkers that come with the bot, or verifies those that it has:
//! `checkers-endgames pack FILE` or `checkers-endgames verify [FOLDER]`.
//!
//! `verify` looks at every board with the other generator of moves, and prints how many boards of
//! each material are won, lost and drawn for the side to move, and the most moves to the end.

use jury_reference::checkers::eight::endgames::build::{Solved, solve};
use jury_reference::checkers::eight::endgames::verify::{Census, census};
use jury_reference::checkers::eight::endgames::{Endgames, Material, store};
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["pack", file] => pack(Path::new(file)),
        ["verify"] => verify(Endgames::shipped()),
        ["verify", folder] => verify(Endgames::with_folder(Path::new(folder))?),
        _ => Err("expected `pack FILE` or `verify [FOLDER]`".into()),
    }
}

fn pack(file: &Path) -> Result<(), Box<dyn Error>> {
    let mut solved = Solved::new();
    for material in Material::up_to(store::SHIPPED_PIECES) {
        if !solved.contains_key(&material) {
            solve(&mut solved, material)?;
        }
    }
    Ok(std::fs::write(file, store::pack(&solved)?)?)
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
