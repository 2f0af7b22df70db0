//! Whether a language makes sense: what is wrong with its values, key by key.

use std::collections::BTreeSet;

use super::command::placeholders;
use super::language::{BuildOutput, Condition, Language, Probe};
use super::opening::Sign;
use crate::nearest::unknown;

/// Words of builds that stand for the sources.
const OF_BUILDS: &[&str] =
    &["sources", "main_last", "main", "main_name", "main_stem", "precompiled"];

/// Words of runs.
const OF_RUNS: &[&str] = &["main_name", "main_stem", "memory_mib"];

/// The word for the version of the tools.
pub(super) const VERSION: &str = "version";

/// What a time factor must be.
pub(super) const TIME_FACTOR: &str = "expected a number from 1 to 100";

/// A key and what is wrong with its value.
type Wrong = (&'static str, String);

/// All that is wrong.
pub(super) fn mistakes_in(language: &Language) -> Vec<Wrong> {
    let mut wrong = values(language);
    wrong.extend(tools(language));
    wrong.extend(words(language));
    wrong.extend(nul(language));
    wrong
}

/// Whether limits can be multiplied by it.
pub(super) fn is_time_factor(factor: f64) -> bool {
    (1.0..=100.0).contains(&factor)
}

fn is_plain(name: &str, between: char) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == between;
    !name.is_empty() && name.chars().all(plain)
}

fn values(language: &Language) -> Vec<Wrong> {
    let mut wrong = Vec::new();
    let mut expect = |holds: bool, key, expected: &str| {
        if !holds {
            wrong.push((key, expected.to_owned()));
        }
    };
    expect(
        is_plain(&language.name, '-'),
        "name",
        "expected lower-case letters, digits and `-`, such as `cpp17`",
    );
    let is_ending = |ending: &String| !ending.is_empty() && !ending.contains(['.', '/']);
    expect(
        language.endings.iter().all(is_ending),
        "endings",
        "expected file extensions without the dot, such as `cpp`",
    );
    expect(is_time_factor(language.time_factor), "time_factor", TIME_FACTOR);
    let single = &language.single;
    expect(
        !single.is_empty() && !single.contains('/'),
        "single",
        "expected a file name (required where there are no endings)",
    );
    let signs = &language.signs;
    expect(
        signs.is_empty() || signs.iter().any(Sign::is_wanted),
        "signs",
        "expected at least one without `!`",
    );
    expect(!language.run.is_empty(), "run", "expected the command that runs the program");
    expect(
        language.keeps == BuildOutput::Sources || !language.build.is_empty(),
        "keeps",
        "there is no `build` that could produce an output",
    );
    let can_be_set = |(name, _): &(String, String)| !name.is_empty() && !name.contains('=');
    for (key, variables) in [
        ("build_environment", &language.build_environment),
        ("run_environment", &language.run_environment),
    ] {
        expect(variables.iter().all(can_be_set), key, "invalid name of a variable");
    }
    wrong
}

fn tools(language: &Language) -> Vec<Wrong> {
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for tool in &language.needs.tools {
        let word = &tool.word;
        if tool.names.is_empty() || tool.names.iter().any(String::is_empty) {
            wrong.push(("tools", format!("`{word}`: expected the names of programs to look for")));
        }
        if let Some(why) = bad_word(word).or((word == VERSION).then_some("is reserved")) {
            wrong.push(("tools", format!("`{word}` {why}")));
        } else if !seen.insert(word) {
            wrong.push(("tools", format!("duplicate tool `{word}`")));
        }
    }
    let by_probe = language.needs.probes.iter().any(|probe| probe.words().contains(&VERSION));
    if !language.needs.tools.is_empty() && language.needs.version.is_empty() && !by_probe {
        let message = "expected the command that prints the version of the tools, so that a new \
             version does not reuse what an old one built";
        wrong.push(("version", message.into()));
    }
    let asked = language.needs.probes.iter().flat_map(commands).map(|command| ("probes", command));
    let version = Some(&language.needs.version).filter(|command| !command.is_empty());
    for (key, command) in asked.chain(version.map(|command| ("version", command))) {
        let first = command.first().map_or("", String::as_str);
        if !first.starts_with(['{', '/']) {
            let message = format!("expected a tool first, such as `{{cc}}`, found `{first}`");
            wrong.push((key, message));
        }
    }
    wrong
}

/// The commands that a probe runs.
fn commands(probe: &Probe) -> Vec<&Vec<String>> {
    match probe {
        Probe::Ask { command, .. } => vec![command],
        Probe::File { .. } | Probe::Stamp { .. } => Vec::new(),
        Probe::Word { when, .. } => {
            let commands = when.iter().filter_map(|condition| match condition {
                Condition::Path(command) => Some(command),
                Condition::IsFile | Condition::Release(_) => None,
            });
            commands.collect()
        }
    }
}

/// Why something cannot be called so.
fn bad_word(word: &str) -> Option<&'static str> {
    if [OF_BUILDS, OF_RUNS].concat().contains(&word) {
        Some("is reserved")
    } else if is_plain(word, '_') {
        None
    } else {
        Some("is not a valid name: expected lower-case letters, digits and `_`")
    }
}

/// Placeholders that stand for nothing known.
fn words(language: &Language) -> Vec<Wrong> {
    let mut wrong = Vec::new();
    let mut known = BTreeSet::from([VERSION.to_owned()]);
    for tool in &language.needs.tools {
        known.extend(["", ":real", ":home"].map(|part| format!("{}{part}", tool.word)));
    }
    for probe in &language.needs.probes {
        let texts: Vec<&String> = match probe {
            Probe::File { path, .. } | Probe::Stamp { path, .. } => vec![path],
            Probe::Ask { .. } | Probe::Word { value: None, .. } => Vec::new(),
            Probe::Word { value: Some(value), .. } => vec![value],
        };
        let commands = commands(probe).into_iter().flatten();
        wrong.extend(strange("probes", texts.into_iter().chain(commands), &known, &[]));
        for word in probe.words() {
            wrong.extend(bad_word(word).map(|why| ("probes", format!("`{word}` {why}"))));
            known.insert(word.to_owned());
        }
    }
    let reader = language.reader;
    let of_files = reader.map_or(&[][..], |reader| reader.names_file_by());
    let of_sources = reader.map_or(&[][..], |reader| reader.gives());
    for (key, texts, more) in [
        ("version", &language.needs.version, Vec::new()),
        ("visible", &language.needs.visible, Vec::new()),
        ("settings", &language.needs.settings, Vec::new()),
        ("build", &language.build, [OF_BUILDS, of_sources].concat()),
        ("run", &language.run, [OF_RUNS, of_sources].concat()),
    ] {
        wrong.extend(strange(key, texts, &known, &more));
    }
    wrong.extend(strange("single", [&language.single], &BTreeSet::new(), of_files));
    wrong
}

/// The first of the placeholders in these texts that nobody knows.
fn strange<'a>(
    key: &'static str,
    texts: impl IntoIterator<Item = &'a String>,
    known: &BTreeSet<String>,
    more: &[&str],
) -> Option<Wrong> {
    let mut names = texts.into_iter().flat_map(|text| placeholders(text));
    let name = names.find(|name| !known.contains(*name) && !more.contains(name))?;
    let all: Vec<&str> = known.iter().map(String::as_str).chain(more.iter().copied()).collect();
    Some((key, unknown("word", name, all)))
}

/// No text can be handed over that holds a NUL character.
fn nul(language: &Language) -> Vec<Wrong> {
    let environment = |variables: &[(String, String)]| {
        variables.iter().any(|(name, value)| name.contains('\0') || value.contains('\0'))
    };
    let has = |texts: &[String]| texts.iter().any(|text| text.contains('\0'));
    let asked = language.needs.probes.iter().flat_map(commands).any(|command| has(command));
    [
        ("build", has(&language.build)),
        ("run", has(&language.run)),
        ("version", has(&language.needs.version)),
        ("single", language.single.contains('\0')),
        ("probes", asked),
        ("build_environment", environment(&language.build_environment)),
        ("run_environment", environment(&language.run_environment)),
    ]
    .into_iter()
    .filter(|(_, has)| *has)
    .map(|(key, _)| (key, "expected text without NUL characters".to_owned()))
    .collect()
}
