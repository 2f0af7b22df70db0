//! Reference solutions of the shipped problems, one program a problem, standard input to standard
//! output.
//!
//! Each solver is a pure function over parsed input; [`programs`] only joins it to the standard
//! streams through [`program`]. `jury` has all of them within it: `jury reference NAME`. This crate shares no code with `jury-checkers`: each
//! is the other's witness, so rules that both need are written twice on purpose, and only tests
//! compare them. It depends on no other part of jury.
//!
//! | problem | module | method |
//! |---|---|---|
//! | `eastern-draughts` | [`eastern_draughts`] | beam search over turns |
//! | `megacheckers` | [`megacheckers`] | frontier dynamic programme, exact |
//! | `four-in-line` | [`four_in_line`] | breadth-first search, exact |
//! | `checkers` | [`checkers`] | alpha-beta search with learnt weights and solved endgames |
//! | `board-silly` | [`board_silly`] | direct enumeration |
//!
//! `four-in-a-row` is the bot of a game without a problem: alpha-beta search ([`four_in_a_row`]).

#![forbid(unsafe_code)]

pub mod board_silly;
pub mod checkers;
pub mod clock;
pub mod eastern_draughts;
pub mod four_in_a_row;
pub mod four_in_line;
pub mod input;
pub mod megacheckers;
pub mod program;
pub mod programs;
pub mod random;
pub mod referee;
