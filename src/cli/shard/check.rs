//! Whether this machine can do a shard of a plan: asked before anything runs.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;

use anyhow::anyhow;
use bytesize::ByteSize;

use crate::judge::Tools;
use crate::plan::{Plan, Toolchains, different_toolchains};
use crate::report::document::Tool;
use crate::sandbox::Level;

use super::super::status::Failure;

/// Another machine may be able to.
fn cannot(why: &str) -> Failure {
    Failure::ours(anyhow!("this machine cannot do a shard of the plan: {why}"))
}

/// Another version may come to other verdicts.
pub(super) fn tool(plan: &Plan) -> Result<(), Failure> {
    let (planned, this) = (&plan.tool, Tool::this());
    if *planned == this {
        return Ok(());
    }
    Err(cannot(&format!(
        "it was made by {} {}, and this is {} {}",
        planned.name, planned.version, this.name, this.version
    )))
}

/// Toolchains in use are those of the plan.
pub(super) fn toolchains(plan: &Plan, found: &Toolchains) -> Result<(), Failure> {
    let different = different_toolchains(&plan.toolchains, found);
    if different.is_empty() {
        return Ok(());
    }
    let different = different.join("; ");
    Err(cannot(&format!("the toolchains are not those of the plan: {different}")))
}

/// A problem is not as it was when the plan was made: the first of its files that differs, by digests of
/// files by their paths in it.
pub(super) fn changed(
    slug: &str,
    folder: &Path,
    planned: &BTreeMap<String, String>,
    found: &BTreeMap<String, String>,
) -> Failure {
    let names = planned.keys().chain(found.keys());
    let changed = names.filter(|name| planned.get(*name) != found.get(*name)).min();
    let folder = folder.display();
    let what = changed.map_or("its settings".to_owned(), |name| format!("{folder}/{name}"));
    Failure::usage(anyhow!("problem `{slug}` has changed since the plan was made: {what}"))
}

/// Isolation is as strong as the plan wants.
pub(super) fn level(plan: &Plan, level: Level) -> Result<(), Failure> {
    let wanted = plan.sandbox;
    if level <= wanted {
        return Ok(());
    }
    let (level, wanted) = (level.name(), wanted.name());
    Err(cannot(&format!("isolation is only `{level}` here, and the plan wants `{wanted}`")))
}

/// As many runs side by side as there is memory for, if each takes all that it may.
pub(super) fn workers(plan: &Plan, tools: &Tools<'_>) -> Result<NonZeroUsize, Failure> {
    let (each, all) = (plan.memory_bytes.max(1), tools.sandbox.memory_to_give());
    let fit = usize::try_from(all / each).unwrap_or(usize::MAX);
    let workers = NonZeroUsize::new(fit.min(tools.workers.get()));
    workers.ok_or_else(|| {
        let [each, all] = [each, all].map(ByteSize);
        cannot(&format!("a run may need {each} of memory, but there are only {all}"))
    })
}
