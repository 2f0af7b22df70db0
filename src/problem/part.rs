//! Programs of a package that decide: checkers, validators, interactors, graders.

use std::path::PathBuf;

use crate::limits::Limits;

/// A program of the package that decides, by a protocol.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// Its name as the package writes it, for messages: `checkers/points.cpp`.
    pub name: String,
    /// The source, folder of sources or executable, absolute; built like a submission.
    pub path: PathBuf,
    /// How it is called and how it answers.
    pub protocol: Protocol,
    /// Arguments of the package's own.
    pub arguments: Vec<String>,
    /// What it is called with in place of the arguments of its protocol, where the package says it (DMOJ).
    pub call: Option<Vec<String>>,
    /// What one call of it may use.
    pub limits: Limits,
    /// What its points mean.
    pub points: Points,
    /// Whether its standard output has no buffer, where it is that of the library of C or of Python: its author need
    /// not flush it (DMOJ).
    pub is_unbuffered: bool,
}

/// What the points mean that a checker or interactor gives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Points {
    /// A full solution has this many: fewer are a partial score, none a wrong answer.
    OutOf(f64),
    /// Any number is the score of an accepted case (`legacy`, custom scores).
    Legacy(LegacyScore),
    /// They are bounded by the greatest score of the case's group (2025-09, "Scoring Problems").
    Bounded,
    /// It may give none: a program that does has failed (rbx).
    Never,
}

impl Points {
    /// Those of a full solution.
    pub fn full(self) -> f64 {
        match self {
            Self::OutOf(full) => full,
            Self::Legacy(_) | Self::Bounded | Self::Never => 1.0,
        }
    }
}

/// Whether a checker of `legacy` writes `score.txt`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LegacyScore {
    /// It must not.
    Never,
    /// Where it accepts, it must.
    Always,
    /// Where it accepts, it may (2023-07-draft).
    Sometimes,
}

impl LegacyScore {
    /// When it is written, in a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::Always => "always",
            Self::Sometimes => "sometimes",
        }
    }
}

/// How a part is called and how it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// As testlib's programs.
    Testlib,
    /// As those of the ICPC problem package format.
    Icpc,
    /// As those of CMS.
    Cms,
    /// As those of sinol packages.
    Sinol,
    /// As DMOJ's bridged programs of the type `default`.
    DmojDefault,
    /// As those of the type `testlib`.
    DmojTestlib,
    /// As those of the type `coci`.
    DmojCoci,
    /// As those of the type `peg`.
    DmojPeg,
    /// As CMS's managers, which talk with so many processes of a submission.
    CmsManager(Processes),
    /// As sinol's interactors, which talk with so many processes of a submission by descriptors.
    SinolManager(usize),
}

/// The processes of a submission that a manager talks with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Processes {
    /// How many there are: one at least.
    pub count: usize,
    /// Whether they talk by their standard streams; else by named pipes, whose paths are their arguments.
    pub by_streams: bool,
}

impl Protocol {
    /// The protocols that packages of ours may name.
    pub const ALL: [(&'static str, Self); 2] = [("testlib", Self::Testlib), ("icpc", Self::Icpc)];

    /// Its name in packages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Testlib => "testlib",
            Self::Icpc => "icpc",
            Self::Cms | Self::CmsManager(_) => "cms",
            Self::Sinol | Self::SinolManager(_) => "sinol",
            Self::DmojDefault => "dmoj-default",
            Self::DmojTestlib => "dmoj-testlib",
            Self::DmojCoci => "dmoj-coci",
            Self::DmojPeg => "dmoj-peg",
        }
    }
}
