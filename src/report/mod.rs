//! Reports: what is known of grading, matches, proofs and searches, for people and for machines.
//!
//! The report of grading is a [`Document`](document::Document); each of its formats is a function of
//! that alone. Adding one: a file here, its line below, and its option in the command line's table of
//! formats.

pub mod annotations;
pub mod columns;
mod compiler;
pub mod contest;
pub mod document;
mod failure;
mod figures;
mod flow;
pub mod history;
pub mod history_json;
pub mod html;
pub mod join;
pub mod json;
pub mod junit;
mod letters;
pub mod limits;
pub mod limits_json;
pub mod listing_json;
mod mark;
pub mod markdown;
pub mod matrix;
pub mod matrix_json;
pub mod once;
pub mod once_json;
pub mod overview;
pub mod proof;
pub mod proof_json;
pub mod proof_junit;
mod recalled;
pub mod stress;
mod style;
pub mod terminal;
