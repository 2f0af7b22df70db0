//! `jury check`: runs only a problem's checker, on files. With `--protocol` it stands in for a
//! testlib checker or an ICPC output validator in other judges.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::anyhow;
use jury_checkers::{Files, Opinion};

use crate::checker::{Decision, Pass, Terms};
use crate::judge::JudgeFailure;
use crate::judge::verify::line_ends;
use crate::problem::{Case, Problem, ValidatorTerms};
use crate::verdict::Verdict;

use super::context::Context;
use super::given;
use super::named;
use super::output;
use super::status::{Failure, Status};

/// Run only a problem's checker on files
///
/// Prints one line, such as `AC score=1.625 8 turns`, and exits with 0 when the output is accepted,
/// 1 when it is not, 2 when the input or the answer file is bad.
///
/// With --protocol testlib the files are INPUT OUTPUT ANSWER, the message goes to standard error,
/// and the exit codes are testlib's: 0 ok, 1 wrong answer, 2 wrong format, 3 fail, 7 points. With
/// --protocol icpc the arguments are INPUT ANSWER FEEDBACK, the output is read from standard input,
/// and the exit code is 42 or 43.
#[derive(Debug, clap::Args)]
#[command(override_usage = "jury check [OPTIONS] [PROBLEM] <INPUT> <OUTPUT> [ANSWER]")]
#[command(after_help = "\
Examples:
  jury check eastern-draughts case.in case.out
  jury check four-in-line case.in case.out case.ans
  jury check --protocol icpc four-in-line case.in case.ans feedback/ < case.out")]
pub(super) struct Arguments {
    /// Problem folder, slug or alias [default: the problem that the working directory lies in]
    #[arg(value_name = "PROBLEM")]
    problem: Option<String>,
    /// The case's input, or the case's name
    #[arg(value_name = "INPUT")]
    input: Option<PathBuf>,
    /// The contestant's output (with --protocol icpc: the jury's answer)
    #[arg(value_name = "OUTPUT")]
    output: Option<PathBuf>,
    /// The jury's answer, where the checker needs one [default: that of the case whose input INPUT is]
    /// (with --protocol icpc: the feedback folder)
    #[arg(value_name = "ANSWER")]
    answer: Option<PathBuf>,
    /// Flags that other judges pass to output validators; not used
    #[arg(hide = true)]
    flags: Vec<String>,
    /// Behave as another judge expects
    #[arg(long, value_name = "NAME")]
    protocol: Option<Protocol>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Protocol {
    /// testlib's checker: message on standard error, codes 0, 1, 2, 3, 7
    Testlib,
    /// The problem package format's output validator: 42 or 43, feedback folder
    Icpc,
}

/// What is checked, whatever the order in which a protocol names it.
#[derive(Clone, Copy)]
struct Request<'a> {
    problem: &'a str,
    input: &'a Path,
    /// Standard input where there is none.
    output: Option<&'a Path>,
    answer: Option<&'a Path>,
}

/// Runs the checker and prints its judgement.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    if let Some(flag) = arguments.flags.first()
        && !matches!(arguments.protocol, Some(Protocol::Icpc))
    {
        return Err(Failure::usage(anyhow!("unexpected argument `{flag}`")));
    }
    let (problem, files) = arguments.named(context)?;
    let (input, output, answer) = match files.as_slice() {
        [input, output] => (input, output, None),
        [input, output, answer] => (input, output, Some(answer.as_path())),
        _ => return Err(Failure::usage(anyhow!("expected the files INPUT OUTPUT [ANSWER]"))),
    };
    let request = Request { problem: &problem, input, output: Some(output), answer };
    match arguments.protocol {
        None => plain(context, request),
        Some(Protocol::Testlib) => exit(testlib(context, request)),
        Some(Protocol::Icpc) => {
            let request = Request { output: None, answer: Some(output), ..request };
            exit(icpc(context, request, answer))
        }
    }
}

impl Arguments {
    /// The problem that they mean, and the files.
    fn named(&self, context: &Context) -> Result<(String, Vec<PathBuf>), Failure> {
        let files = [&self.input, &self.output, &self.answer].into_iter().flatten().cloned();
        named::split(context, self.problem.as_deref(), &files.collect::<Vec<_>>())
    }
}

/// Leaves with a code of the other judge's, which our own statuses do not have.
fn exit(code: u8) -> Result<Status, Failure> {
    std::process::exit(i32::from(code))
}

fn plain(context: &Context, request: Request<'_>) -> Result<Status, Failure> {
    let decision = judge(context, request)?;
    let line = line(&decision);
    output::print(|out| writeln!(out, "{line}"))?;
    Ok(if decision.opinion == Opinion::Accepted { Status::Good } else { Status::NotAccepted })
}

fn judge(context: &Context, request: Request<'_>) -> Result<Decision, Failure> {
    let interrupt = &context.interrupt;
    let read = |path: &Path| given::read(interrupt, path, given::LARGEST);
    let output = match request.output {
        Some(path) => read(path)?,
        None => given::standard_input(interrupt, given::LARGEST)?,
    };
    let problem = context.problem(request.problem)?;
    let case = case(&problem, request.input);
    let input = read(case.map_or(request.input, |case| &case.input))?;
    let answer = request.answer.or_else(|| case?.answer.as_deref());
    let answer = answer.map(read).transpose()?;
    let parts = context.parts(&problem)?;
    if answer.is_none() && parts.needs_answer {
        return Err(Failure::usage(anyhow!(
            "the checker of `{}` needs the jury's answer file as well",
            problem.slug
        )));
    }
    if let Some(validator) = &parts.validator
        && let Some(invalid) = validator
            .validate(&input, validator_terms(&problem, case))
            .map_err(JudgeFailure::from)?
    {
        let path = request.input.display();
        let line_ends = line_ends(&input);
        return Err(Failure::usage(anyhow!("bad input file: {path}:{invalid}{line_ends}")));
    }
    let files = Files { input: &input, output: &output, answer: answer.as_deref() };
    let none = Arc::default();
    let pass = problem.passes.map(|most| Pass { number: 1, most, state: &none });
    // Of an input that is no case's, there are none.
    let terms = case.map(|case| Terms::of(&problem.root, case)).unwrap_or_default();
    let decision = parts.checker.check(&files, &Terms { pass, ..terms });
    let mut decision = decision.map_err(JudgeFailure::from)?;
    if decision.next.is_some() {
        decision.message =
            "so far: the checker asks for another pass, which needs a submission".into();
    }
    Ok(decision)
}

/// The case whose input this is: by its file, by the place of a file of which a copy is judged, or by its name
/// where there is no such file.
pub(super) fn case<'a>(problem: &'a Problem, input: &Path) -> Option<&'a Case> {
    let Ok(real) = input.canonicalize() else {
        return problem.cases.iter().find(|case| Path::new(&case.name) == input);
    };
    let place = |case: &Case| problem.layout.input_in(&problem.folder, &case.name).canonicalize();
    let by_file = problem.cases.iter().find(|case| case.input == real);
    by_file
        .or_else(|| problem.cases.iter().find(|case| place(case).is_ok_and(|place| place == real)))
}

pub(super) fn validator_terms<'a>(
    problem: &'a Problem,
    case: Option<&'a Case>,
) -> ValidatorTerms<'a> {
    case.map_or_else(|| problem.terms_of_others(), |case| case.validator_terms(&problem.root))
}

/// `AC score=1.625 8 turns`. A message that begins with the same points goes on behind them:
/// `PC score=0.5 of 1 point: …`.
fn line(decision: &Decision) -> String {
    let mut line = Verdict::from(decision.opinion).code().to_owned();
    let mut message = decision.message.as_str();
    if let Some(score) = &decision.score {
        let _ = write!(line, " score={score}");
        let behind = message.strip_prefix(&score.to_string()).and_then(|m| m.strip_prefix(' '));
        message = behind.filter(|m| m.starts_with("of ") || *m == "points").unwrap_or(message);
    }
    if !message.is_empty() {
        let _ = write!(line, " {message}");
    }
    line
}

/// testlib's words and code.
fn testlib(context: &Context, request: Request<'_>) -> u8 {
    let (code, words) = match judge(context, request) {
        Err(failure) => (failed(&failure), format!("FAIL {failure}")),
        Ok(decision) => match (decision.opinion, &decision.score) {
            (Opinion::Accepted | Opinion::PartialScore, None) => {
                (0, format!("ok {}", decision.message))
            }
            (Opinion::Accepted | Opinion::PartialScore, Some(score)) => {
                (7, format!("points {score} {}", decision.message))
            }
            (Opinion::WrongAnswer, _) => (1, format!("wrong answer {}", decision.message)),
            (Opinion::OutputFormat, _) => (2, format!("wrong output format {}", decision.message)),
        },
    };
    let _ = output::print_aside(|out| writeln!(out, "{words}"));
    code
}

/// Right, wholly or in part: other judges tell the part by the score.
fn is_right(opinion: Opinion) -> bool {
    matches!(opinion, Opinion::Accepted | Opinion::PartialScore)
}

/// 3 for whatever failed on the jury's side, by either protocol, unless the user interrupted.
fn failed(failure: &Failure) -> u8 {
    if failure.status == Status::Interrupted { failure.status.code() } else { 3 }
}

/// An output validator's code: 42 accepted, 43 not, or that of a failure.
fn icpc(context: &Context, request: Request<'_>, feedback: Option<&Path>) -> u8 {
    match icpc_judge(context, request, feedback) {
        Ok(decision) if is_right(decision.opinion) => 42,
        Ok(_) => 43,
        Err(failure) => {
            output::error(&failure);
            failed(&failure)
        }
    }
}

fn icpc_judge(
    context: &Context,
    request: Request<'_>,
    feedback: Option<&Path>,
) -> Result<Decision, Failure> {
    let folder = feedback
        .ok_or_else(|| Failure::usage(anyhow!("--protocol icpc needs a feedback folder")))?;
    let decision = judge(context, request)?;
    let message = format!("{}\n", line(&decision));
    output::write_file(&folder.join("judgemessage.txt"), message.as_bytes())?;
    if let (true, Some(score)) = (is_right(decision.opinion), &decision.score) {
        let text = format!("{score}\n");
        output::write_file(&folder.join("score.txt"), text.as_bytes())?;
    }
    Ok(decision)
}

#[cfg(test)]
mod tests {
    use jury_checkers::CaseScore;

    use super::*;

    #[track_caller]
    fn case(message: &str, expected: &str) {
        let score = Some(CaseScore { numerator: 1, denominator: 2 }.into());
        let message = message.to_owned();
        let opinion = Opinion::PartialScore;
        let decision = Decision { opinion, message, score, place: None, next: None };
        assert_eq!(line(&decision), expected);
    }

    #[test]
    fn points_are_said_once() {
        case("0.5 of 1 point: half", "PC score=0.5 of 1 point: half");
        case("0.5 points", "PC score=0.5 points");
        case("0.5 off the mark", "PC score=0.5 0.5 off the mark");
        case("8 turns", "PC score=0.5 8 turns");
        case("", "PC score=0.5");
    }
}
