//! Isolation in words: what the user asks for, what is in force, and what came of trying it. Plain
//! data.

use serde::{Deserialize, Serialize};

/// How strong the isolation is, strongest first. Chosen by trying, never by guessing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Namespaces and control groups.
    Full,
    /// Namespaces in a user namespace, no control group.
    Contained,
    /// No namespaces: Landlock, system-call filter, resource limits.
    Fenced,
    /// Resource limits, process group and wall clock only: for one's own code.
    Watched,
}

impl Level {
    /// All levels, strongest first.
    pub const ALL: [Self; 4] = [Self::Full, Self::Contained, Self::Fenced, Self::Watched];

    /// The level's name, as the command line and reports write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Contained => "contained",
            Self::Fenced => "fenced",
            Self::Watched => "watched",
        }
    }
}

/// What the user allows and asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// The strongest level that works here, but not below `Contained`.
    Strongest,
    /// The strongest level that works here, is not stronger than this one and not below
    /// `Contained`; or, where this one is below it, exactly this one: the user's word for less
    /// isolation (`--sandbox=LEVEL`).
    AtMost(Level),
    /// This level or an error that says what is missing (`--require-sandbox=LEVEL`).
    Require(Level),
}

/// How well one restriction is enforced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Strength {
    /// The kernel holds it.
    Enforced,
    /// Looked at from time to time; short breaches may pass unseen.
    Sampled,
    /// Not held at all.
    None,
}

impl Strength {
    /// The strength in a word, as reports write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Enforced => "enforced",
            Self::Sampled => "sampled",
            Self::None => "none",
        }
    }
}

/// Every restriction of the sandbox, in the order of reports:
///
/// | wall | keeps a program from |
/// |---|---|
/// | `files` | reading or writing the host's files |
/// | `network` | reaching anything over a network |
/// | `others` | seeing or signalling processes that are not its own |
/// | `processes` | having more processes and threads than it may, or leaving any behind |
/// | `memory` | using more memory than it may |
/// | `cpu` | using more CPU time than it may |
/// | `wall-time` | taking longer than it may |
/// | `output` | writing more to its standard streams than it may |
/// | `space` | writing more bytes or files in its box than it may |
/// | `syscalls` | using parts of the kernel that namespaces do not cover |
/// | `user` | becoming another user, or gaining a right |
/// | `descriptors` | holding open more than 1024 files, or any of the judge's |
/// | `cores` | leaving core dumps |
pub const WALLS: [&str; 13] = [
    "files",
    "network",
    "others",
    "processes",
    "memory",
    "cpu",
    "wall-time",
    "output",
    "space",
    "syscalls",
    "user",
    "descriptors",
    "cores",
];

/// One restriction and the mechanism behind it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wall {
    /// One of [`WALLS`].
    pub wall: String,
    /// How well it is enforced.
    pub strength: Strength,
    /// By what, in a few words.
    pub by: String,
}

/// What is in force, for `jury doctor` and for every report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Isolation {
    /// The level in force.
    pub level: Level,
    /// Each restriction.
    pub walls: Vec<Wall>,
    /// Where CPU time is read.
    pub cpu_source: String,
    /// Where peak memory is read.
    pub memory_source: String,
}

/// One attempt to break a restriction, by a program of our own from inside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trial {
    /// The restriction, one of [`WALLS`].
    pub wall: String,
    /// What was tried, in a few words.
    pub tried: String,
    /// What got through; `None` when nothing did.
    pub breach: Option<String>,
}

/// Whether a level works here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The level.
    pub level: Level,
    /// What is missing; `None` when it works.
    pub missing: Option<String>,
    /// What may help, the likeliest first.
    pub advice: Vec<Advice>,
}

/// Something that may make a level work here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Advice {
    /// What to do.
    pub what: String,
    /// A command that does it, or begins so.
    pub command: Option<String>,
}
