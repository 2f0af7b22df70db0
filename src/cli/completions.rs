//! `jury completions`: scripts by which shells ask this very program what may follow; and its answers,
//! with the problems, cases, languages and verdicts that there are.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use clap::{Arg, Command};
use clap_complete::Shell;
use clap_complete::engine::{
    ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};
use clap_complete::env::{EnvCompleter, Shells};

use crate::problem::{load, shipped};
use crate::submission::Languages;
use crate::verdict::Verdict;

use super::contest::REFERENCE;
use super::context;
use super::named;
use super::output;
use super::status::{Failure, Status};

/// Names the shell that asks, and nothing else does.
const VARIABLE: &str = "JURY_COMPLETE";

/// Print completions for a shell
///
/// The script asks `jury` at each Tab: problems, cases, languages and verdicts are completed, too.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jury completions bash > ~/.local/share/bash-completion/completions/jury
  mkdir -p ~/.zfunc && jury completions zsh > ~/.zfunc/_jury
  jury completions fish > ~/.config/fish/completions/jury.fish")]
pub(super) struct Arguments {
    /// The shell
    shell: Shell,
}

/// Prints the script for a shell.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let mut script = Vec::new();
    completer(&arguments.shell.to_string())?
        .write_registration(VARIABLE, "jury", "jury", "jury", &mut script)
        .context("cannot write the script")
        .map_err(Failure::ours)?;
    if arguments.shell == Shell::Bash {
        let quoting = with_quotes(&String::from_utf8_lossy(&script));
        let changed = || Failure::ours(anyhow!("the script for Bash is not the one that is known"));
        script = quoting.ok_or_else(changed)?.into_bytes();
    }
    output::print(|out| out.write_all(&script))?;
    Ok(Status::Good)
}

/// The script for Bash, which passes on words as they stand on the line and takes names as they are: here with
/// the quotes off the former, and on those of the latter that have blanks. `None` where it is not as expected.
fn with_quotes(script: &str) -> Option<String> {
    let (before, asked) = script.split_once("    COMPREPLY=( $( ")?;
    let (asked, behind) = asked.split_once("\n}\n")?;
    Some(format!("{before}{WITHOUT_QUOTES}    COMPREPLY=( $( {asked}\n{WITH_QUOTES}}}\n{behind}"))
}

const WITHOUT_QUOTES: &str = r#"    words=("${words[@]//\\/}")
    words=("${words[@]#[\"\']}")
    words=("${words[@]%[\"\']}")
"#;

const WITH_QUOTES: &str = r#"    if [[ "${COMP_WORDS[COMP_CWORD]}" != [\"\']* ]]; then
        local at
        for at in "${!COMPREPLY[@]}"; do
            if [[ "${COMPREPLY[at]}" == *[[:space:]\"\'\\\$\&\;\(\)\<\>\|\*\?\!\#\`]* ]]; then
                COMPREPLY[at]=$(printf '%q' "${COMPREPLY[at]}")
            fi
        done
    fi
"#;

/// Whether a shell asks what may follow: then that is printed, and nothing else is to be done.
pub(super) fn answer(command: impl FnOnce() -> Command) -> Option<Result<Status, Failure>> {
    let shell = std::env::var_os(VARIABLE)?;
    Some(answers(&shell.to_string_lossy(), command()))
}

fn answers(shell: &str, command: Command) -> Result<Status, Failure> {
    let names: Vec<String> =
        command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let mut command = names.into_iter().fold(command, |command, name| {
        command.mut_subcommand(name, |sub| sub.mut_args(with_values))
    });
    command.build();
    let working = std::env::current_dir().ok();
    let mut text = Vec::new();
    completer(shell)?
        .write_complete(&mut command, words(), working.as_deref(), &mut text)
        .context("cannot tell what may follow")
        .map_err(Failure::usage)?;
    // Control characters stand between the candidates.
    output::print_raw(&text)?;
    Ok(Status::Good)
}

fn completer(shell: &str) -> Result<&'static dyn EnvCompleter, Failure> {
    let found = Shells::builtins().0.iter().copied().find(|completer| completer.is(shell));
    found.ok_or_else(|| Failure::usage(anyhow!("there are no completions for `{shell}`")))
}

/// The words of the line that is completed: those behind `--`.
fn words() -> Vec<OsString> {
    std::env::args_os().skip_while(|word| word != "--").skip(1).collect()
}

/// The argument with the values that it may have, where its name tells which.
fn with_values(argument: Arg) -> Arg {
    // Where only certain words may stand, these are offered.
    if !argument.get_possible_values().is_empty() {
        return argument;
    }
    let name = argument.get_value_names().and_then(|names| names.first()).map(ToString::to_string);
    let values = match (argument.get_id().as_str(), name.as_deref()) {
        (_, Some("PROBLEM")) => ArgValueCompleter::new(problems),
        ("bots", _) | (_, Some("BOT")) => ArgValueCompleter::new(bots),
        ("language", _) => ArgValueCompleter::new(languages),
        ("flags", _) => ArgValueCompleter::new(profiles),
        ("case", _) => ArgValueCompleter::new(cases),
        (_, Some("VERDICT")) => ArgValueCompleter::new(verdicts),
        _ => return argument,
    };
    argument.add(values)
}

/// Slugs, and paths: a problem may lie anywhere, and need not be named in its own folder.
fn problems(current: &OsStr) -> Vec<CompletionCandidate> {
    let listed = working().and_then(|working| load::list(folder().as_deref(), &working).ok());
    let slugs: Vec<String> = match listed {
        Some(listed) => listed.into_iter().map(|problem| problem.slug).collect(),
        None => shipped::slugs().into_iter().map(str::to_owned).collect(),
    };
    let mut all = beginning(current, slugs.into_iter());
    all.extend(PathCompleter::any().complete(current));
    all
}

/// Files and folders, and the word for the shipped reference program.
fn bots(current: &OsStr) -> Vec<CompletionCandidate> {
    let mut all = beginning(current, std::iter::once(REFERENCE.to_owned()));
    all.extend(PathCompleter::any().complete(current));
    all
}

/// The cases of the problem that the line names, or that it is given in.
fn cases(current: &OsStr) -> Vec<CompletionCandidate> {
    let loaded = problem().and_then(|folder| load::load(&folder).ok());
    let cases = loaded.map(|problem| problem.cases).unwrap_or_default();
    beginning(current, cases.into_iter().map(|case| case.name))
}

fn languages(current: &OsStr) -> Vec<CompletionCandidate> {
    let file = option("--languages", "JURY_LANGUAGES");
    let profile = option("--flags", "JURY_FLAGS");
    let profile = profile.as_deref().and_then(Path::to_str);
    let known = working();
    let known = known.and_then(|own| context::languages(file.as_deref(), profile, &own).ok());
    let names: Vec<String> =
        known.iter().flat_map(|known| known.iter().map(|language| language.name.clone())).collect();
    beginning(current, names.into_iter())
}

fn profiles(current: &OsStr) -> Vec<CompletionCandidate> {
    beginning(current, Languages::profiles().map(str::to_owned))
}

fn verdicts(current: &OsStr) -> Vec<CompletionCandidate> {
    let current = current.to_ascii_uppercase();
    beginning(&current, Verdict::ALL.iter().map(|verdict| verdict.code().to_owned()))
}

/// Those that begin with what stands there already.
fn beginning(current: &OsStr, names: impl Iterator<Item = String>) -> Vec<CompletionCandidate> {
    let current = current.to_string_lossy();
    names.filter(|name| name.starts_with(&*current)).map(CompletionCandidate::new).collect()
}

fn working() -> Option<PathBuf> {
    std::env::current_dir().ok()
}

/// The folder of problems that the line, or else the environment, names.
fn folder() -> Option<PathBuf> {
    option("--problems", "JURY_PROBLEMS")
}

/// The value of an option of every command.
fn option(name: &str, variable: &str) -> Option<PathBuf> {
    let words = words();
    let at = words.iter().position(|word| word == name);
    let value = at.and_then(|at| words.get(at + 1)).cloned();
    let value = value.or_else(|| std::env::var_os(variable)).filter(|value| !value.is_empty());
    value.map(PathBuf::from)
}

/// The folder of the problem that a word of the line names, or else the working directory's.
fn problem() -> Option<PathBuf> {
    let working = working()?;
    // Behind the names of program and command.
    let words = words().into_iter().skip(2).filter_map(|word| word.into_string().ok());
    let found = |word: String| load::find(folder().as_deref(), &working, &word).ok();
    let named = words.filter_map(found).find(|folder| folder.is_dir());
    named.or_else(|| named::around(&working).map(Path::to_owned))
}
