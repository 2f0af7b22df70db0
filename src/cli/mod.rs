//! The command line: arguments, one file a command, exit statuses, signals, progress.
//!
//! Only this room reads the environment and the working directory and writes to the terminal.
//! Adding a command: one file here and its line in `Command` and in `run`.

use std::process::ExitCode;

use anyhow::anyhow;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use rustix::process::Resource;

use crate::machine;
use crate::sandbox::SandboxError;

mod add;
mod check;
mod completions;
mod contest;
mod context;
mod doctor;
mod export;
mod failures;
mod formats;
mod generate;
mod github;
mod given;
mod global;
mod grade;
mod history;
mod languages;
mod leaderboard;
mod limits;
mod lint;
mod list;
mod man;
mod matches;
mod merge;
mod mistakes;
mod named;
mod new;
mod output;
mod overview;
mod perft;
mod plan_file;
mod prepare;
mod progress;
mod recall;
mod reference;
mod replay;
mod report;
mod run;
mod save;
mod shard;
mod signals;
mod sprt;
pub mod status;
mod stress;
mod submissions;
mod tournament;
mod validate;
mod values;
mod verify;

use context::Context;
use global::Global;
use status::{Failure, Status};

const EXAMPLES: &str = "\
Examples:
  jury grade four-in-line solution.cpp
  jury verify
  jury new my-problem
  jury help grade

PROBLEM is a folder, or the slug or alias of a problem in the folder of problems. In a problem's
folder, or below it, PROBLEM may be omitted.";

/// Judge programs against problem folders: build, run in a sandbox, check, score, report.
#[derive(Debug, Parser)]
#[command(name = "jury", version, propagate_version = true, max_term_width = 100)]
struct Arguments {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Grade(grade::Arguments),
    Shard(shard::Arguments),
    Merge(merge::Arguments),
    Run(run::Arguments),
    Report(report::Arguments),
    History(history::Arguments),
    Leaderboard(leaderboard::Arguments),
    Check(check::Arguments),
    Validate(validate::Arguments),
    Verify(verify::Arguments),
    Limits(limits::Arguments),
    Add(add::Arguments),
    New(new::Arguments),
    Generate(generate::Arguments),
    Stress(stress::Arguments),
    Lint(lint::Arguments),
    Export(export::Arguments),
    Match(matches::Arguments),
    Tournament(tournament::Arguments),
    Replay(replay::Arguments),
    Perft(perft::Arguments),
    Sprt(sprt::Arguments),
    Reference(reference::Arguments),
    List(list::Arguments),
    Languages(languages::Arguments),
    Doctor(doctor::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

/// Bytes of stack that commands may need; most machines allow eight times as much.
const STACK: u64 = 1 << 20;

/// Runs the command line.
pub fn main() -> ExitCode {
    if let Some(status) = reference::at_once() {
        return status;
    }
    // Before anything that needs it: a process that runs out of stack is killed without a message.
    if let Err(bytes) = machine::allow(Resource::Stack, STACK) {
        return end(Err(Failure::ours(anyhow!(
            "the stack is limited to {bytes} bytes here, but jury needs at least {STACK}: raise \
             the limit, for instance with `ulimit -s 8192`"
        ))));
    }
    if let Some(answered) = completions::answer(command) {
        return end(answered);
    }
    let arguments = match parse() {
        Ok(arguments) => arguments,
        Err(error) if error.use_stderr() => {
            let _ = error.print();
            return Status::Usage.into();
        }
        Err(help) => return end(shown(&help)),
    };
    end(run(arguments))
}

/// The help or version that was asked for.
fn shown(help: &clap::Error) -> Result<Status, Failure> {
    output::print(|out| write!(out, "{}", help.render().ansi()))?;
    Ok(Status::Good)
}

fn end(run: Result<Status, Failure>) -> ExitCode {
    match run {
        Ok(status) => status.into(),
        Err(failure) => {
            output::error(&failure);
            if let Err(unwritten) = github::summarize_error(&failure) {
                output::error(&unwritten);
            }
            failure.status.into()
        }
    }
}

fn command() -> clap::Command {
    let command = Arguments::command().after_help(format!("{EXAMPLES}\n\n{}", status::help(None)));
    let names: Vec<String> =
        command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let command = names.into_iter().fold(command, |command, name| {
        let own_statuses = status::help(Some(&name));
        command.mut_subcommand(name, |sub| {
            let examples = sub.get_after_help().map(|help| format!("{}\n\n", help.ansi()));
            sub.after_help(format!("{}{}", examples.unwrap_or_default(), own_statuses))
                .mut_args(numbers_may_be_negative)
        })
    });
    with_usage(command)
}

/// Fixes what usage lines say: those of errors would else name as necessary what merely stands in the
/// environment.
fn with_usage(command: clap::Command) -> clap::Command {
    let mut built = command.clone();
    built.build();
    let usages: Vec<_> = built
        .get_subcommands_mut()
        .filter(|sub| sub.get_name() != "help")
        .map(|sub| (sub.get_name().to_owned(), sub.render_usage().ansi().to_string()))
        .collect();
    usages.into_iter().fold(command, |command, (name, usage)| {
        // Behind its title.
        let usage = usage.split_once(' ').map_or(usage.clone(), |(_, usage)| usage.to_owned());
        command.mut_subcommand(name, |sub| sub.override_usage(usage))
    })
}

/// A value such as -1 is then refused for what it is, and not as an option that nobody knows.
fn numbers_may_be_negative(argument: clap::Arg) -> clap::Arg {
    let is_option = !argument.is_positional() && argument.get_action().takes_values();
    argument.allow_negative_numbers(is_option)
}

fn parse() -> Result<Arguments, clap::Error> {
    let matches =
        command().try_get_matches().map_err(|error| mistakes::explained(&command(), error))?;
    Arguments::from_arg_matches(&matches)
}

fn run(arguments: Arguments) -> Result<Status, Failure> {
    let context = Context::new(arguments.global)?;
    let ended = run_command(&context, arguments.command);
    context.warn_of_other_judges();
    ended
}

fn run_command(context: &Context, command_line: Command) -> Result<Status, Failure> {
    match command_line {
        Command::Grade(arguments) => grade::run(context, &arguments),
        Command::Shard(arguments) => shard::run(context, &arguments),
        Command::Merge(arguments) => merge::run(context, &arguments),
        Command::Run(arguments) => run::run(context, &arguments),
        Command::Report(arguments) => report::run(context, &arguments),
        Command::History(arguments) => history::run(context, &arguments),
        Command::Leaderboard(arguments) => leaderboard::run(context, &arguments),
        Command::Check(arguments) => check::run(context, &arguments),
        Command::Validate(arguments) => validate::run(context, &arguments),
        Command::Verify(arguments) => verify::run(context, &arguments),
        Command::Limits(arguments) => limits::run(context, &arguments),
        Command::Add(arguments) => add::run(context, &command(), &arguments),
        Command::New(arguments) => new::run(context, &arguments),
        Command::Generate(arguments) => generate::run(context, &arguments),
        Command::Stress(arguments) => stress::run(context, &arguments),
        Command::Lint(arguments) => lint::run(context, &arguments),
        Command::Export(arguments) => export::run(context, &arguments),
        Command::Match(arguments) => matches::run(context, &arguments),
        Command::Tournament(arguments) => tournament::run(context, &arguments),
        Command::Replay(arguments) => replay::run(context, &arguments),
        Command::Perft(arguments) => perft::run(context, &arguments),
        Command::Sprt(arguments) => sprt::run(context, &arguments),
        Command::Reference(arguments) => Ok(reference::run(&arguments)),
        Command::List(arguments) => list::run(context, &arguments),
        Command::Languages(arguments) => languages::run(context, &arguments),
        Command::Doctor(arguments) => doctor::run(context, &arguments),
        Command::Completions(arguments) => completions::run(&arguments),
        Command::Man(arguments) => man::run(command(), &arguments),
    }
}

impl From<SandboxError> for Failure {
    fn from(error: SandboxError) -> Self {
        match error {
            SandboxError::Interrupted => Self { status: Status::Interrupted, error: error.into() },
            error => Self::ours(error),
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_consistent() {
        super::command().debug_assert();
    }
}
