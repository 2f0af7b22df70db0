//! The `jury` command as its users meet it, through the real binary and the real sandbox.

mod add;
mod add_killed;
mod arena;
mod bad_input;
mod common;
mod fairness;
mod generate;
mod grade;
mod groups;
mod help;
mod history;
mod host;
mod interactive;
mod isolation;
mod kattis;
mod languages;
mod new;
mod packages;
mod parts;
mod readme;
mod replay;
mod report;
mod saved;
mod stress;
mod verify;
mod watch;
