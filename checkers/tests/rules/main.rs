//! Checkers, validators, rules, drawings and shrinkers over good, bad and arbitrary texts.

mod board_silly;
mod bounds;
mod checkers_output;
mod checkers_rules;
mod compare;
mod default;
mod drawings;
mod eastern_draughts;
mod four_in_line;
mod fuzz;
#[path = "../../../tests/long.rs"]
mod long;
mod megacheckers;
mod shrink;
mod testlib;
mod unordered;
