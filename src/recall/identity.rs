//! What a run is: one digest for each part of all that can change what comes of it. Pure.
//!
//! Two runs with the same [`Identity`] are the same run, wherever the files lie and whatever they are
//! called. The parts are kept apart so that one can say in which of them two runs differ:
//!
//! | part | holds | since |
//! |---|---|---|
//! | [`Aspect::Rules`] | our version and our executable | it holds the rules, the shipped checkers and the sandbox |
//! | [`Aspect::Machine`] | host, processor, microcode, kernel, list of shared libraries | times and memory are those of a machine |
//! | [`Aspect::Isolation`] | the level, every restriction, where time and memory are read | a program meets limits differently at each level |
//! | [`Aspect::Sources`] | names, modes and bytes of the program's files, its first arguments | they are the program |
//! | [`Aspect::Compiler`] | version and place of the toolchain | it makes or interprets the program |
//! | [`Aspect::Language`] | commands and environment of the build and of runs | flags change what is built and how it is started |
//! | [`Aspect::Limits`] | all limits, the language's factor included | verdicts are by them |
//! | [`Aspect::Arguments`] | the arguments of the case | the program reads them |
//! | [`Aspect::Input`] | the bytes of the input | the program reads it |
//! | [`Aspect::Answer`] | the bytes of the jury's answer | the checker compares with it |
//! | [`Aspect::Files`] | the files beside the program, and the names of those for input and output | it reads them |
//! | [`Aspect::Checker`] | checker or interactor: its options, or its program like the submission's | it decides |
//! | [`Aspect::Terms`] | the checker's arguments for the case, and the scores that it may give | they change what it decides |
//! | [`Aspect::Shown`] | what a report shows of the case | nothing else is kept of an output |

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::digest::Digest;

/// A part of an identity, in the order in which differences are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aspect {
    /// Our own version.
    Rules,
    /// The machine.
    Machine,
    /// What isolation is in force.
    Isolation,
    /// The program's files.
    Sources,
    /// The toolchain.
    Compiler,
    /// How programs of the language are built and run.
    Language,
    /// The limits.
    Limits,
    /// The arguments of the case.
    Arguments,
    /// The input.
    Input,
    /// The jury's answer.
    Answer,
    /// The files beside the program.
    Files,
    /// What decides.
    Checker,
    /// What the checker is told of the case.
    Terms,
    /// What is shown of the case.
    Shown,
}

impl Aspect {
    /// What it is called in explanations.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rules => "jury itself",
            Self::Machine => "machine",
            Self::Isolation => "isolation",
            Self::Sources => "sources",
            Self::Compiler => "compiler",
            Self::Language => "language definition",
            Self::Limits => "limits",
            Self::Arguments => "arguments",
            Self::Input => "input",
            Self::Answer => "answer",
            Self::Files => "files beside the program",
            Self::Checker => "checker",
            Self::Terms => "arguments or scores of the checker",
            Self::Shown => "what the report shows",
        }
    }
}

/// One part of an identity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Part {
    aspect: Aspect,
    digest: [u8; 16],
    /// What people call it, where that is short; it identifies nothing.
    words: String,
}

/// All parts of a run or of something else that is known by its digest, in the order of the aspects.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity(Vec<Part>);

/// The digest of a whole identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key([u8; 32]);

/// In hexadecimal digits.
impl fmt::Display for Key {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&in_hexadecimal(&self.0))
    }
}

impl Identity {
    /// The same with this part.
    #[must_use]
    pub fn with(mut self, aspect: Aspect, digest: &Digest, words: impl Into<String>) -> Self {
        let [low, _] = halves(digest.to_bytes());
        self.put(Part { aspect, digest: low, words: words.into() });
        self
    }

    /// The same with all parts of the other one.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        other.0.iter().for_each(|part| self.put(part.clone()));
        self
    }

    fn put(&mut self, part: Part) {
        match self.0.binary_search_by_key(&part.aspect, |known| known.aspect) {
            Ok(place) => self.0[place] = part,
            Err(place) => self.0.insert(place, part),
        }
    }

    /// The digest of all parts.
    pub fn key(&self) -> Key {
        let mut digest = Digest::default();
        for Part { aspect, digest: part, .. } in &self.0 {
            digest.field(aspect.name(), part);
        }
        Key(digest.to_bytes())
    }

    /// The digest of one part, in hexadecimal digits; empty where there is no such part.
    pub fn part(&self, aspect: Aspect) -> String {
        let part = self.0.iter().find(|part| part.aspect == aspect);
        part.map_or_else(String::new, |part| in_hexadecimal(&part.digest))
    }

    /// In how many parts the other one differs.
    pub fn distance(&self, other: &Self) -> usize {
        Aspect::ALL.into_iter().filter(|aspect| self.differs_in(other, *aspect)).count()
    }

    /// The first part in which the other one, which is older, differs, in words; `None` where they are
    /// the same.
    pub fn difference(&self, older: &Self) -> Option<String> {
        let aspect = Aspect::ALL.into_iter().find(|aspect| self.differs_in(older, *aspect))?;
        let words = |identity: &Self| {
            let part = identity.get(aspect);
            part.map(|part| part.words.clone()).filter(|words| !words.is_empty())
        };
        let name = aspect.name();
        Some(match (words(older), words(self)) {
            (Some(old), Some(new)) if old != new => format!("{name}: {old} → {new}"),
            _ => format!("{name} changed"),
        })
    }

    fn differs_in(&self, other: &Self, aspect: Aspect) -> bool {
        let digest = |identity: &Self| identity.get(aspect).map(|part| part.digest);
        digest(self) != digest(other)
    }

    fn get(&self, aspect: Aspect) -> Option<&Part> {
        self.0.iter().find(|part| part.aspect == aspect)
    }
}

impl Aspect {
    /// All of them, in order.
    pub const ALL: [Self; 14] = [
        Self::Rules,
        Self::Machine,
        Self::Isolation,
        Self::Sources,
        Self::Compiler,
        Self::Language,
        Self::Limits,
        Self::Arguments,
        Self::Input,
        Self::Answer,
        Self::Files,
        Self::Checker,
        Self::Terms,
        Self::Shown,
    ];
}

fn in_hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

fn halves(bytes: [u8; 32]) -> [[u8; 16]; 2] {
    std::array::from_fn(|half| std::array::from_fn(|byte| bytes[16 * half + byte]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Digest {
        let mut digest = Digest::default();
        digest.field("text", text);
        digest
    }

    #[test]
    fn an_identity_is_its_parts_and_not_their_words() {
        let one = Identity::default().with(Aspect::Input, &of("1"), "");
        let two = one.clone().with(Aspect::Compiler, &of("g++ 12"), "g++ 12");
        let other_order = Identity::default().with(Aspect::Compiler, &of("g++ 12"), "").and(&one);
        assert_ne!(one.key(), two.key());
        assert_eq!(two.key(), other_order.key());
        // The same digest as another part.
        let moved = Identity::default().with(Aspect::Answer, &of("1"), "");
        assert_ne!(one.key(), moved.key());
    }

    #[test]
    fn the_first_difference_is_told() {
        let older = Identity::default().with(Aspect::Compiler, &of("12"), "g++ 12").with(
            Aspect::Input,
            &of("1"),
            "",
        );
        let case = |newer: Identity, expected: Option<&str>, distance: usize| {
            assert_eq!(newer.difference(&older).as_deref(), expected);
            assert_eq!(newer.distance(&older), distance);
        };
        case(older.clone(), None, 0);
        case(older.clone().with(Aspect::Input, &of("2"), ""), Some("input changed"), 1);
        let newer = older.clone().with(Aspect::Compiler, &of("13"), "g++ 13");
        case(newer.clone(), Some("compiler: g++ 12 → g++ 13"), 1);
        case(newer.with(Aspect::Input, &of("2"), ""), Some("compiler: g++ 12 → g++ 13"), 2);
        case(
            older.clone().with(Aspect::Files, &of(""), ""),
            Some("files beside the program changed"),
            1,
        );
    }
}
