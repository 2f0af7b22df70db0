//! What the run of a program on a case is: all of the parts that [`Identity`] lists, put together here
//! and nowhere else.

use std::io;
use std::path::Path;

use crate::checker::{CaseScores, Terms};
use crate::digest::Digest;
use crate::machine::traits::Traits;
use crate::problem::{Case, Group, add_limits};
use crate::recall::{Aspect, Identity};
use crate::regular;
use crate::sandbox::{BoxFile, Isolation};
use crate::submission::{Cache, Program};

use super::case::Bench;
use crate::checker::beside;

/// Our own rules: the version, and the executable, which holds the shipped checkers.
pub(super) fn rules(cache: &Cache, executable: &Path) -> Identity {
    let mut digest = Digest::default();
    let version = env!("CARGO_PKG_VERSION");
    digest.field("version", version);
    if let Ok(own) = of_large_file(cache, executable) {
        digest.field("executable", own);
    }
    Identity::default().with(Aspect::Rules, &digest, version)
}

/// The digest of a file that seldom changes. It is read only where it changed since.
fn of_large_file(cache: &Cache, path: &Path) -> io::Result<Vec<u8>> {
    let mut stamp = Digest::default();
    stamp.field("path", path.as_os_str().as_encoded_bytes());
    let newest = stamp.stamp("stamp", &regular::open(path)?)?;
    let key = format!("file-{}", stamp.in_hexadecimal());
    if let Some(known) = cache.note(&key) {
        return Ok(known);
    }
    let mut digest = Digest::default();
    digest.file("bytes", regular::open(path)?)?;
    let bytes = digest.to_bytes().to_vec();
    // It is a matter of time only whether this is kept.
    let _ = cache.keep_note_since(&key, &bytes, newest);
    Ok(bytes)
}

/// The machine that judges.
pub(super) fn machine(traits: &Traits) -> Identity {
    let Traits { host, kernel, processor, libraries } = traits;
    let mut digest = Digest::default();
    digest.field("host", host);
    digest.list("kernel", kernel);
    digest.list("processor", processor.iter().flat_map(|(name, value)| [name, value]));
    digest.list("libraries", libraries.iter().flatten().map(|number| number.to_le_bytes()));
    Identity::default().with(Aspect::Machine, &digest, traits.words())
}

/// The isolation in force.
pub(super) fn isolation(isolation: &Isolation) -> Identity {
    let Isolation { level, walls, cpu_source, memory_source } = isolation;
    let mut digest = Digest::default();
    digest.field("level", level.name());
    for wall in walls {
        digest.list("wall", [wall.wall.as_str(), wall.strength.name(), &wall.by]);
    }
    digest.field("cpu", cpu_source);
    digest.field("memory", memory_source);
    Identity::default().with(Aspect::Isolation, &digest, level.name())
}

/// What decides a problem's outputs.
pub(super) fn checker(deciders: &Digest) -> Identity {
    Identity::default().with(Aspect::Checker, deciders, "")
}

/// All that is the same for every case of a submission.
pub(super) fn of_program(bench: &Bench<'_>) -> Identity {
    let mut shown = Digest::default();
    shown.field("answer", [u8::from(bench.show_answer)]);
    shown.list("details", bench.details.map(|details| details.kinds().map(u8::from)));
    bench.program.identity.clone().with(Aspect::Shown, &shown, "")
}

/// What is the case's own. `None` where nothing is run on it, or a file of it cannot be read.
pub(super) fn of_case(bench: &Bench<'_>, case: &Case) -> Option<Identity> {
    if case.is_static() {
        return None;
    }
    let mut limits = Digest::default();
    let scaled = bench.limits(case);
    add_limits(&mut limits, &scaled);
    let mut arguments = Digest::default();
    arguments.list("arguments", &case.settings.arguments);
    let answer = bench.answers.and_then(|answers| answers.of_case(case));
    arguments.list("answer", answer.iter().map(|path| path.as_encoded_bytes()));
    let input = bench.files.of(&case.input).ok()?;
    let answer = case.answer.as_deref().map(|path| bench.files.of(path)).transpose().ok()?;
    let words = format!("{} s, {}", scaled.cpu.as_secs_f64(), bytesize::ByteSize(scaled.memory));
    Some(
        Identity::default()
            .with(Aspect::Limits, &limits, words)
            .with(Aspect::Arguments, &arguments, "")
            .with(Aspect::Input, &input, "")
            .with(Aspect::Answer, &answer.unwrap_or_default(), "")
            .with(Aspect::Files, &beside_program(bench.program, case)?, "")
            .with(Aspect::Terms, &terms(bench.root, case), ""),
    )
}

/// The files that stand beside the program, and those in place of its standard streams.
fn beside_program(program: &Program, case: &Case) -> Option<Digest> {
    let mut digest = Digest::default();
    program.named_files().add_to(&mut digest);
    digest.field("reads only", [u8::from(program.reads_only())]);
    let files = case.settings.files.as_deref().map(beside::read).transpose().ok()?;
    for BoxFile { path, bytes } in files.iter().flat_map(|files| files.iter()) {
        digest.field("path", path.as_os_str().as_encoded_bytes());
        digest.field("bytes", bytes);
    }
    Some(digest)
}

/// What the checker is told of the case, and whether scores count.
fn terms(root: &Group, case: &Case) -> Digest {
    let mut digest = Digest::default();
    digest.field("scored", [u8::from(root.is_scored())]);
    add_terms(&mut digest, &Terms::of(root, case));
    digest
}

/// Adds what a checker is told of a case.
pub(super) fn add_terms(digest: &mut Digest, terms: &Terms<'_>) {
    let Terms { arguments, scores, pass: _, beside: _ } = terms;
    digest.list("arguments", *arguments);
    let (kind, most) = match scores {
        CaseScores::None => ("none", None),
        CaseScores::Ignored => ("ignored", None),
        CaseScores::UpTo(most) => ("up to", Some(most)),
        CaseScores::Unbounded => ("unbounded", None),
        CaseScores::Anyway => ("anyway", None),
    };
    digest.field("scores", kind);
    digest.list("most", most.map(ToString::to_string));
}

#[cfg(test)]
mod tests {
    use super::*;

    type Change = fn(&mut Traits);

    #[test]
    fn every_trait_tells_machines_apart() {
        let traits = Traits {
            host: "mill".into(),
            kernel: ["6.1".into(), "#1".into()],
            processor: vec![("model".into(), "8".into())],
            libraries: Some([1, 2, 3]),
        };
        let changed: [(&str, Change); 7] = [
            ("host", |traits| traits.host = "hill".into()),
            ("release", |traits| traits.kernel[0] = "6.2".into()),
            ("version", |traits| traits.kernel[1] = "#2".into()),
            ("model", |traits| traits.processor[0].1 = "9".into()),
            ("no processor", |traits| traits.processor.clear()),
            ("libraries", |traits| traits.libraries = Some([1, 2, 4])),
            ("no libraries", |traits| traits.libraries = None),
        ];
        let own = machine(&traits);
        assert_eq!(machine(&traits).difference(&own), None);
        for (what, change) in changed {
            let mut other = traits.clone();
            change(&mut other);
            let told = machine(&other).difference(&own).unwrap_or_default();
            assert!(told.starts_with("machine"), "{what}: {told:?}");
        }
    }
}
