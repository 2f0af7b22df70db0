//! Resolves a checker, validator or interactor that is a program of the package. Knows nothing of
//! building and running it.

use std::path::Path;
use std::time::Duration;

use super::complaint::{Complaints, Wrong};
use super::folder::Folder;
use super::sheet::Found;
use super::written::WrittenPart;
use crate::limits::Limits;
use crate::nearest::unknown;
use crate::problem::{Part, Protocol};

/// What one call of a part may use: 10 s of CPU, 31 s of wall time, 1 GiB of memory, 8 MiB of
/// messages. Generous, since it is the setter's; finite, since anybody's program can go astray.
const LIMITS: Limits = Limits {
    cpu: Duration::from_secs(10),
    wall: Duration::from_secs(31),
    memory: 1 << 30,
    output: 8 << 20,
    processes: 64,
    files: 64 << 20,
};

/// The points of a full solution, where the package does not say.
const FULL: f64 = 1.0;

/// The part; `None` where something about it was complained of.
pub(super) fn resolve(
    folder: &Folder,
    settings: &Path,
    written: WrittenPart,
    complaints: &mut Complaints,
) -> Option<Part> {
    let program = written.program.and_then(|Found { value, place }| {
        let found = folder.inside(&value);
        let complain = |wrong: Wrong| complaints.at(settings, place, wrong.of_key("program"));
        Some((value, found.map_err(complain).ok()?))
    });
    let protocol = written.protocol.and_then(|Found { value, place }| {
        let known = Protocol::ALL.iter().find(|(name, _)| *name == value);
        if known.is_none() {
            let names = Protocol::ALL.iter().map(|(name, _)| *name);
            complaints.at(settings, place, unknown("protocol", &value, names));
        }
        known.map(|(_, protocol)| *protocol)
    });
    let limits = Limits {
        cpu: written.time.map_or(LIMITS.cpu, |time| Duration::from_secs_f64(time.0)),
        memory: written.memory.map_or(LIMITS.memory, |size| size.0),
        ..LIMITS
    };
    let wall = super::usual_wall(limits.cpu);
    let (name, path) = program?;
    Some(Part {
        name,
        path,
        protocol: protocol?,
        arguments: written.arguments,
        limits: Limits { wall, ..limits },
        full: written.full.map_or(FULL, |points| points.0),
    })
}
