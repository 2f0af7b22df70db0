//! The languages as `jury doctor` finds them, and what the start of each one's runtime costs here.

use std::io::{self, Write};

use bytesize::ByteSize;
use serde::{Serialize, Serializer};

use crate::judge::StartupCost;
use crate::sandbox::Sandbox;
use crate::visible::visible;

use super::super::context::Context;
use super::super::progress::Progress;
use super::super::status::Failure;
use super::table::table;

/// A language and its toolchain.
#[derive(Debug, Serialize)]
pub(super) struct LanguageFound {
    pub(super) language: String,
    #[serde(skip)]
    pub(super) needs_tools: bool,
    /// `null` when it is missing.
    pub(super) toolchain: Option<String>,
    /// What to do about it.
    pub(super) missing: Option<String>,
    /// What its start costs; `null` where that was not measured.
    #[serde(serialize_with = "cost")]
    pub(super) startup: Option<Measured>,
}

#[expect(clippy::ref_option, reason = "serde calls it so")]
fn cost<S: Serializer>(startup: &Option<Measured>, to: S) -> Result<S::Ok, S::Error> {
    let cost = match startup {
        Some(Measured::Cost(cost)) => Some(cost),
        Some(Measured::Failed(_)) | None => None,
    };
    cost.serialize(to)
}

/// What came of measuring a start.
#[derive(Debug)]
pub(super) enum Measured {
    Cost(StartupCost),
    /// Why it cannot be measured.
    Failed(String),
}

/// Measures every language that is here, whatever was known of it before.
pub(super) fn measure(
    context: &Context,
    sandbox: &Sandbox,
    found: &mut [LanguageFound],
) -> Result<(), Failure> {
    let cache = context.cache()?;
    let tools = context.tools(sandbox, &cache, None);
    let progress = Progress::new(0);
    progress.subject("measuring starts");
    for (language, found) in context.languages.iter().zip(found) {
        if found.toolchain.is_none() || context.interrupt.is_set() {
            continue;
        }
        progress.doing(language.title.clone());
        found.startup = match tools.startup_anew(language) {
            Ok(cost) => cost.map(Measured::Cost),
            Err(_) if context.interrupt.is_set() => None,
            Err(failure) => Some(Measured::Failed(failure.to_string())),
        };
    }
    Ok(())
}

/// What is known of starts from before.
pub(super) fn recall(context: &Context, found: &mut [LanguageFound]) {
    let Ok(cache) = context.cache() else { return };
    for (language, found) in context.languages.iter().zip(found) {
        let version = found.toolchain.as_deref();
        let known = version.and_then(|version| StartupCost::known(&cache, language, version));
        found.startup = known.map(Measured::Cost);
    }
}

/// The table of starts.
pub(super) fn tell(found: &[LanguageFound], out: &mut dyn Write) -> io::Result<()> {
    let mut costs = table(["language", "start, CPU", "memory", "build"]);
    for one in found {
        match &one.startup {
            None => {}
            Some(Measured::Failed(why)) => {
                let why = why.lines().next().unwrap_or_default();
                costs.add_row([&one.language, &visible(why.as_bytes()), "", ""]);
            }
            Some(Measured::Cost(cost)) => {
                let StartupCost { cpu_seconds, memory_bytes, build_seconds, .. } = cost;
                costs.add_row([
                    one.language.clone(),
                    format!("{cpu_seconds:.3} s"),
                    ByteSize(*memory_bytes).to_string(),
                    if *build_seconds > 0.0 {
                        format!("{build_seconds:.2} s")
                    } else {
                        String::new()
                    },
                ]);
            }
        }
    }
    writeln!(out, "{}\n", costs.trim_fmt())
}
