//! Runs of a package's own programs, such as its generators: what they came to before is recalled like
//! what submissions came to.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::digest::Digest;
use crate::machine::date;
use crate::problem::{Generator, Newlines, RuleCase};
use crate::recall::{Aspect, Identity, Key, Lookup, Record, Records, Value};
use crate::submission::Program;

use super::generator_rule::Files;
use super::recall::{Mode, Recall};

/// What came of runs of a package's programs, before and now.
#[derive(Debug)]
pub(super) struct PartRuns<'a> {
    recall: &'a Recall,
    slug: &'a str,
    /// By the digests of the programs' sources.
    programs: Mutex<HashMap<String, ProgramRuns>>,
}

/// Those of one program.
#[derive(Debug)]
struct ProgramRuns {
    known: Records,
    new: Vec<Record>,
    used: Vec<Key>,
}

impl<'a> PartRuns<'a> {
    /// Of the problem of this name.
    pub(super) fn new(recall: &'a Recall, slug: &'a str) -> Self {
        Self { recall, slug, programs: Mutex::default() }
    }

    /// Whether a generator would make just what this file holds, and nothing else.
    pub(super) fn makes(
        &self,
        program: &Program,
        generator: &Generator,
        case: &RuleCase,
        file: &Path,
    ) -> bool {
        let Some(identity) = self.of_generator(program, generator, case) else { return false };
        let Ok(present) = self.recall.files.of(file) else { return false };
        case.beside.files.is_empty()
            && self.known(&program.submission.path, &identity, &case.name, &present.to_bytes())
    }

    /// Notes what a generator made.
    pub(super) fn made(
        &self,
        program: &Program,
        generator: &Generator,
        case: &RuleCase,
        files: &Files,
    ) {
        if files.beside.is_empty()
            && let Some(identity) = self.of_generator(program, generator, case)
        {
            let mut made = Digest::default();
            made.content("bytes", &files.input);
            let (words, bytes) = (made.in_hexadecimal(), made.to_bytes().to_vec());
            self.note(&identity, &case.name, words, bytes);
        }
    }

    /// `None` where a file cannot be read that stands around the input.
    fn of_generator(
        &self,
        program: &Program,
        generator: &Generator,
        case: &RuleCase,
    ) -> Option<Identity> {
        let mut arguments = Digest::default();
        arguments.list("arguments", generator.words(case.seed));
        arguments.list("leaves", generator.leaves.words());
        arguments.field("tries", generator.tries.to_le_bytes());
        if case.beside.newlines != Newlines::Nowhere {
            arguments.field("line ends", "newlines");
        }
        for (place, path) in case.beside.around() {
            arguments.field(place, self.recall.files.of(path).ok()?.to_bytes());
        }
        generator.limits.add_to(&mut arguments);
        let own = program.identity.clone().with(Aspect::Arguments, &arguments, "");
        Some(own.and(&self.recall.base))
    }

    /// Whether a run of this identity came to this.
    pub(super) fn known(
        &self,
        program: &Path,
        identity: &Identity,
        subject: &str,
        wanted: &[u8],
    ) -> bool {
        let mut programs = self.programs.lock().unwrap_or_else(PoisonError::into_inner);
        let ProgramRuns { known, used, .. } = self.of_program(&mut programs, identity);
        let words = match known.look_up(identity, &self.subject(subject)) {
            // Where everything is run, nobody asks why.
            _ if self.recall.mode == Mode::Fresh => return false,
            Lookup::Known(record, bytes) if bytes == wanted => {
                used.push(identity.key());
                self.recall.explain(program, subject, format!("recalled from {} UTC", record.at));
                return true;
            }
            Lookup::Known(..) => "not recalled: it made something else than is there".to_owned(),
            Lookup::Run(why) => format!("not recalled: {why}"),
        };
        self.recall.explain(program, subject, words);
        false
    }

    /// Notes what a run of this identity came to: the outcome, in which all such runs must agree, and what
    /// is to be known of it.
    pub(super) fn note(&self, identity: &Identity, subject: &str, outcome: String, value: Vec<u8>) {
        let mut programs = self.programs.lock().unwrap_or_else(PoisonError::into_inner);
        let record = Record {
            subject: self.subject(subject),
            at: date::now(),
            outcome,
            value: Value::Known(value),
            identity: identity.clone(),
        };
        self.of_program(&mut programs, identity).new.push(record);
    }

    fn of_program<'p>(
        &self,
        programs: &'p mut HashMap<String, ProgramRuns>,
        identity: &Identity,
    ) -> &'p mut ProgramRuns {
        match programs.entry(identity.part(Aspect::Sources)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                let known = self.recall.records(place.key());
                place.insert(ProgramRuns { known, new: Vec::new(), used: Vec::new() })
            }
        }
    }

    fn subject(&self, name: &str) -> String {
        format!("{}/{name}", self.slug)
    }

    /// Keeps what was noted.
    pub(super) fn keep(self) {
        let programs = self.programs.into_inner().unwrap_or_else(PoisonError::into_inner);
        for (program, ProgramRuns { new, used, .. }) in programs {
            if let Err(error) = self.recall.store.keep(&program, new, &used) {
                self.recall.explain(Path::new(self.slug), "", format!("not kept: {error}"));
            }
        }
    }
}
