//! Verifying one package, with its progress shown.

use std::sync::{Mutex, PoisonError};

use crate::ends::shortest_ends;
use crate::judge::Tools;
use crate::judge::time_limit::Timing;
use crate::judge::verify::{Extent, Proof, Step, verify};
use crate::problem::Problem;
use crate::report::annotations::{self, Annotation};
use crate::report::overview::Overview;

use super::super::context::Context;
use super::super::github::OfProblem;
use super::super::overview::LiveMatrix;
use super::super::progress::Progress;
use super::super::recall;
use super::super::status::{Failure, Status};

/// What was found in a package, and where.
pub(in super::super) type Proved = (Vec<Annotation>, Proof);

/// Verifies a package, if it could be read.
pub(in super::super) fn one(
    context: &Context,
    tools: &Tools<'_>,
    problem: Result<Problem, Failure>,
    extent: Extent,
) -> Result<Proved, (Failure, Extends)> {
    let problem = problem.map_err(extends)?;
    // Its programs are built while the first of them run.
    tools.building_ahead(&problem.clone(), |tools| {
        let of_problem = of_problem(&problem);
        let named = |(failure, extends): (Failure, Extends)| match extends {
            Extends::ToOne => {
                let error = failure.error.context(of_problem);
                (Failure { error, ..failure }, Extends::ToOne)
            }
            Extends::ToAll => (failure, extends),
        };
        let timing = match context.timing(tools, problem) {
            Ok(timing) => timing,
            Err(failure) => return Err(named(extends(failure))),
        };
        let problem = &timing.problem;
        let proof = prove(tools, &timing, extent).map_err(named);
        recall::explain(context, tools.recall).map_err(extends)?;
        let proof = proof?;
        Ok((annotations_of(&proof, problem), proof))
    })
}

/// Where in a package things were found.
pub(in super::super) fn annotations_of(proof: &Proof, problem: &Problem) -> Vec<Annotation> {
    let mut annotations = annotations::of_proof(proof, &problem.folder, &problem.layout);
    annotations.extend(annotations::of_warnings(problem));
    annotations
}

fn of_problem(problem: &Problem) -> OfProblem {
    let settings = problem.folder.join(problem.layout.settings);
    OfProblem { slug: problem.slug.clone(), settings }
}

/// How far what went wrong with a problem reaches.
pub(in super::super) enum Extends {
    ToOne,
    ToAll,
}

fn extends(failure: Failure) -> (Failure, Extends) {
    let extends = if failure.status == Status::Usage { Extends::ToOne } else { Extends::ToAll };
    (failure, extends)
}

/// What a terminal shows of a proof: what is being done, and the submissions while they are judged.
enum Shown {
    Line(Progress),
    Matrix(LiveMatrix),
}

impl Shown {
    fn line(problem: &Problem) -> Self {
        let progress = Progress::new(0);
        progress.subject(problem.slug.clone());
        Self::Line(progress)
    }

    fn take(&mut self, step: Step<'_>, problem: &Problem) {
        match (&*self, step) {
            (Self::Line(progress), Step::Doing(what)) => progress.doing(what.to_owned()),
            (Self::Line(progress), Step::Submissions(paths)) => {
                // A line and a matrix at once would stand in each other's way.
                progress.end();
                let names = shortest_ends(paths);
                let overview = Overview::new(&problem.slug, &problem.cases, names);
                *self = Self::Matrix(LiveMatrix::new(overview));
            }
            (Self::Matrix(matrix), Step::Judging(number)) => {
                matrix.update(|overview| overview.judging(number));
            }
            (Self::Matrix(matrix), Step::Settled(outcome)) => {
                matrix.update(|overview| overview.settled(outcome));
            }
            (Self::Matrix(matrix), Step::Judged { submission, verdict, as_expected }) => {
                matrix.update(|overview| overview.judged(submission, verdict, as_expected));
            }
            // The reference is judged alone before the others.
            (Self::Line(_), Step::Judging(_) | Step::Settled(_) | Step::Judged { .. })
            | (Self::Matrix(_), Step::Doing(_) | Step::Submissions(_)) => {}
        }
    }
}

/// Verifies one problem, with progress.
fn prove(
    tools: &Tools<'_>,
    Timing { problem, ran }: &Timing,
    extent: Extent,
) -> Result<Proof, (Failure, Extends)> {
    let shown = Mutex::new(Shown::line(problem));
    let step = |step: Step<'_>| {
        let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
        shown.take(step, problem);
    };
    let proved = verify(tools, problem, ran, extent, &step);
    drop(shown);
    proved.map_err(|failure| {
        if failure.spoils_one() {
            (Failure::ours(failure), Extends::ToOne)
        } else {
            extends(failure.into())
        }
    })
}
