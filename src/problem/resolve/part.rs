//! Resolves a checker, validator or interactor that is a program of the package.

use std::time::Duration;

use super::super::complaint::{Complaints, Wrong};
use super::super::draft::{Found, PartDraft};
use super::super::folder::Folder;
use super::super::{Part, Points};
use crate::limits::{Limits, usual_wall};

/// What one call of a part may use: 10 s of CPU, 31 s of wall time, 1 GiB of memory, 8 MiB of
/// messages. Generous, since it is the setter's; finite, since anybody's program can go astray.
const LIMITS: Limits = Limits {
    cpu: Duration::from_secs(10),
    wall: Duration::from_secs(31),
    memory: 1 << 30,
    output: 8 << 20,
    processes: 64,
    files: 64 << 20,
    kill: None,
};

/// The points of a full solution, where the package does not say.
const FULL: f64 = 1.0;

/// The part; `None` where something about it was complained of.
pub(super) fn resolve(
    folder: &Folder,
    written: PartDraft,
    complaints: &mut Complaints,
) -> Option<Part> {
    let program = written.program.and_then(|Found { value, origin }| {
        let found = folder.inside(&value);
        // Formats call the key in their own ways; the place tells it.
        let complain = |wrong: Wrong| complaints.at(&origin, wrong);
        Some((value, found.map_err(complain).ok()?))
    });
    let limits = Limits {
        cpu: written.time.map_or(LIMITS.cpu, Duration::from_secs_f64),
        memory: written.memory.unwrap_or(LIMITS.memory),
        output: written.output.unwrap_or(LIMITS.output),
        ..LIMITS
    };
    let wall = usual_wall(limits.cpu);
    let (name, path) = program?;
    Some(Part {
        name,
        path,
        protocol: written.protocol?,
        arguments: written.arguments,
        call: written.call,
        limits: Limits { wall, ..limits },
        points: written.points.unwrap_or(Points::OutOf(FULL)),
        is_unbuffered: written.is_unbuffered,
    })
}
