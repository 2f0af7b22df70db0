//! `jury merge`: makes one report of the parts of a plan.

use crate::plan::Work;

use super::context::Context;
use super::plan_file::PlanFile;
use super::status::{Failure, Status};

mod arguments;
mod contest;
mod grade;
mod parts;
mod verify;

pub(super) use arguments::Arguments;

/// Merges.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let file = PlanFile::read(context, &arguments.plan)?;
    arguments.formats.expect_writable(&[&arguments.plan])?;
    match &file.plan.work {
        Work::Grade(work) => grade::merged(context, arguments, &file, work),
        Work::Verify(work) => verify::merged(context, arguments, &file, work),
        Work::Contest(work) => contest::merged(context, arguments, &file, work),
    }
}
