//! The `jury` command as its users meet it, through the real binary and the real sandbox.

mod bad_input;
mod common;
mod fairness;
mod grade;
mod interactive;
mod isolation;
mod parts;
mod readme;
mod stress;
mod verify;
mod watch;
