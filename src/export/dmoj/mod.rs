//! Problems of DMOJ: `init.yml`, and the files that it names.

use std::fmt::Write as _;

use super::cases::Places;
use super::file::Package;
use super::graders::Graders;
use super::limits;
use super::units::{Unit, units};
use super::words::{decimal, number, quoted};
use crate::problem::{Case, Problem};
use crate::score::Score;

mod decides;

/// Makes the package.
pub(super) fn make(problem: &Problem, graders: Option<&Graders>, package: &mut Package) {
    unsaid(problem, package);
    let places = Places::of(problem);
    // Inputs and answers are to stay as they are, byte for byte.
    let mut text = String::from("binary_data: true\n");
    let _ = writeln!(text, "output_limit_length: {}", problem.widest_limits().output);
    text += &decides::lines(problem, package);
    if let Some(graders) = graders {
        text += &signature(problem, graders, package);
    }
    text += "test_cases:\n";
    let units = units(problem, &places, "DMOJ", package);
    look_at_samples(&units, package);
    for unit in &units {
        text += &lines(unit, package);
    }
    package.text("init.yml", text);
    for placed in &places.cases {
        package.copy_data(format!("data/{}.in", placed.name), &placed.case.input);
        if let Some(answer) = &placed.case.answer {
            package.copy_data(format!("data/{}.out", placed.name), answer);
        }
    }
}

/// The grader, which is one source with one header there. A submission's own `main` is called otherwise, so that it
/// may keep one for trials.
fn signature(problem: &Problem, graders: &Graders, package: &mut Package) -> String {
    // DMOJ makes no folder for them.
    let files = graders.add_to("", package);
    let (sources, headers): (Vec<_>, Vec<_>) =
        files.iter().partition(|(_, language)| language.is_some());
    let ([(source, _)], [(header, _)]) = (sources.as_slice(), headers.as_slice()) else {
        package.refuse(
            "a grader that is not one source with one header, in C or C++: DMOJ takes these",
        );
        return String::new();
    };
    let shared = problem.additions.shared.as_ref();
    let keeps_main = shared
        .and_then(|shared| shared.prefaces.as_ref())
        .is_some_and(|prefaces| !prefaces.submission.contains("#define main"));
    format!(
        "signature_grader:\n  entry: {}\n  header: {}\n{}",
        quoted(source),
        quoted(header),
        if keeps_main { "  allow_main: true\n" } else { "" }
    )
}

/// There, a failure without points ends the judging, as if all that comes later needed it.
fn look_at_samples(units: &[Unit<'_>], package: &mut Package) {
    let mut batches = 0;
    for (index, unit) in units.iter().enumerate() {
        batches += usize::from(unit.is_batch);
        let is_needed = |later: &Unit<'_>| unit.is_batch && later.needs.contains(&batches);
        if unit.points == Score::zero() && !units[index + 1..].iter().all(is_needed) {
            package.lose(
                "that a failure in a case without points ends nothing: on DMOJ, it ends the judging",
            );
        }
    }
}

/// A batch, or a case alone.
fn lines(unit: &Unit<'_>, package: &mut Package) -> String {
    let points = decimal(&unit.points, package);
    let files = unit.cases.iter().map(|placed| {
        let input = quoted(&format!("data/{}.in", placed.name));
        match placed.case.answer {
            Some(_) => {
                format!("in: {input}, out: {}", quoted(&format!("data/{}.out", placed.name)))
            }
            None => format!("in: {input}"),
        }
    });
    if !unit.is_batch {
        let mut text = String::new();
        text.extend(files.map(|files| format!("- {{{files}, points: {points}}}\n")));
        return text;
    }
    let mut text = format!("- points: {points}\n");
    if !unit.needs.is_empty() {
        let needs: Vec<String> = unit.needs.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "  dependencies: [{}]", needs.join(", "));
    }
    text += "  batched:\n";
    text.extend(files.map(|files| format!("  - {{{files}}}\n")));
    text
}

/// What DMOJ has no word for.
fn unsaid(problem: &Problem, package: &mut Package) {
    let limits = problem.widest_limits();
    package.lose(format!(
        "limits of time and memory ({} s, {} MiB): on DMOJ, they are set on the site",
        number(limits.cpu.as_secs_f64()),
        limits::mebibytes(limits.memory).0
    ));
    limits::unsaid(problem, &limits, "DMOJ", package);
    let any = |is: fn(&Case) -> bool| problem.cases.iter().any(is);
    let refused = [
        (any(|case| !case.settings.arguments.is_empty()), "arguments of submissions"),
        (any(|case| case.settings.files.is_some()), "files beside submissions"),
        (problem.passes.is_some(), "further passes of a submission"),
        (problem.additions.takes_answers, "submissions that are answers"),
    ];
    for (_, what) in refused.into_iter().filter(|(is_there, _)| *is_there) {
        package.refuse(format!("{what}: problems of DMOJ have none"));
    }
    let lost = [
        (problem.additions.include.is_some(), "code that is added to submissions"),
        (problem.static_validation.is_some(), "the static validator"),
        (problem.validator.is_some(), "validators of inputs"),
        (!problem.answer_validators.is_empty(), "validators of answers"),
        (!problem.submissions.is_empty(), "the submissions"),
        (!super::statement::find(problem).is_empty(), "the statement"),
    ];
    for (_, what) in lost.into_iter().filter(|(is_there, _)| *is_there) {
        package.lose(format!("{what}: problems of DMOJ have none"));
    }
}
