//! Recalling runs, as commands ask for it: with what is kept in the cache, and with explanations where
//! `--verbose` asks for them.

use std::path::Path;

use crate::judge::{Explanation, Mode, Recall};
use crate::recall::Store;
use crate::sandbox::Sandbox;
use crate::submission::Cache;

use super::context::Context;
use super::output;
use super::status::Failure;

/// What was run before by this executable, under the sandbox's isolation.
pub(super) fn open(context: &Context, sandbox: &Sandbox, cache: &Cache, mode: Mode) -> Recall {
    let (store, executable) = (Store::new(cache.recall_folder()), context.references());
    let mut recall = Recall::new(store, cache, sandbox.isolation(), executable, mode);
    recall.explains = context.global.verbose;
    recall
}

/// Tells what was recalled and what was not, where that is asked for.
pub(super) fn explain(context: &Context, recall: Option<&Recall>) -> Result<(), Failure> {
    let explanations = recall.map(Recall::explanations).unwrap_or_default();
    if explanations.is_empty() {
        return Ok(());
    }
    output::print_aside(|out| {
        explanations.iter().try_for_each(|Explanation { submission, case, words }| {
            let submission = context.shown(Path::new(submission)).display();
            writeln!(out, "{submission} {case}: {words}")
        })
    })
}
