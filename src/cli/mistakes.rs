//! What a wrong command line is told beside clap's own words.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::visible::visible;

/// The error of this command line, with what it lacks.
pub(super) fn explained(command: &clap::Command, error: clap::Error) -> clap::Error {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    match error.kind() {
        ErrorKind::InvalidUtf8 => name_foreign_words(command, &error, &words),
        ErrorKind::UnknownArgument => with_better_tip(command, error, &words),
        _ => match tip_of_sprt(&words) {
            Some(tip) => with_tip(error, tip),
            None => error,
        },
    }
}

/// Clap says that a word is no UTF-8, but not which one.
fn name_foreign_words(
    command: &clap::Command,
    error: &clap::Error,
    words: &[OsString],
) -> clap::Error {
    let foreign = words.iter().filter(|word| word.to_str().is_none());
    let words: Vec<_> = foreign.map(|word| visible(word.as_encoded_bytes())).collect();
    command.clone().error(error.kind(), format!("`{}` is no UTF-8", words.join("`, `")))
}

/// Clap's tip is to pass an unknown option as a value. Better ones are which commands have it, and that a
/// value which may be left out needs an equals sign.
fn with_better_tip(
    command: &clap::Command,
    mut error: clap::Error,
    words: &[OsString],
) -> clap::Error {
    let unknown = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(unknown)) => unknown.clone(),
        _ => return error,
    };
    error.remove(ContextKind::Suggested);
    let name = unknown.split('=').next().unwrap_or_default().trim_start_matches("--");
    let tip = tip_of_sprt(words).or_else(|| {
        let has = |sub: &&clap::Command| {
            let mut own = sub.get_arguments();
            own.any(|argument| unknown.starts_with("--") && argument.get_long() == Some(name))
        };
        let all: Vec<String> = command
            .get_subcommands()
            .filter(has)
            .map(|sub| format!("`jury {}`", sub.get_name()))
            .collect();
        (!all.is_empty()).then(|| format!("`--{name}` is an option of {}", all.join(", ")))
    });
    match tip {
        Some(tip) => with_tip(error, tip),
        None => error,
    }
}

fn with_tip(mut error: clap::Error, tip: String) -> clap::Error {
    error.remove(ContextKind::SuggestedArg);
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    error
}

/// The bounds of a sequential test behind a blank are taken for a bot.
fn tip_of_sprt(words: &[OsString]) -> Option<String> {
    let at = words.iter().position(|word| word == "--sprt")?;
    let bounds = words.get(at + 1)?.to_str()?;
    let is_bound = ["elo0=", "elo1=", "alpha=", "beta="].iter().any(|key| bounds.starts_with(key));
    is_bound.then(|| format!("write the bounds behind an equals sign: `--sprt={bounds}`"))
}
