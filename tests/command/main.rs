//! The `jury` command as its users meet it, through the real binary and the real sandbox.

mod bad_input;
mod common;
mod grade;
mod readme;
mod verify;
mod watch;
