//! What a package has to prove its validators by: files that they must accept or reject. Nothing of it is
//! judged.

use std::path::PathBuf;

use jury_checkers::Opinion;

use super::Case;

/// Files that a validator of the package must accept or reject (2025-09, "Test Data").
#[derive(Debug, Clone)]
pub struct ValidatorTest {
    /// What must come of them.
    pub kind: TestKind,
    /// The input and the answer, with a name like that of a case: `invalid_input/empty`.
    pub case: Case,
    /// The output file, absolute, of the kinds that have one.
    pub output: Option<PathBuf>,
}

/// What must come of a test of validators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TestKind {
    /// An input validator rejects the input.
    InvalidInput,
    /// The input is valid, and an answer validator rejects the answer (`BAPCtools`).
    InvalidAnswer,
    /// The input is valid, and the output validator rejects the output.
    InvalidOutput,
    /// The input is valid, and the output validator accepts the output.
    ValidOutput,
    /// The output validator accepts the output that is shown with a case.
    ShownOutput,
    /// All input validators accept the input (Polygon).
    ValidInput,
    /// The checker decides one of these of the output, whatever the input is; none: it fails (Polygon, rbx).
    Decision(&'static [Opinion]),
}

impl TestKind {
    /// All kinds that have a folder of their own, in byte order of the folders.
    pub const IN_FOLDERS: [Self; 4] =
        [Self::InvalidAnswer, Self::InvalidInput, Self::InvalidOutput, Self::ValidOutput];

    /// The folder below the folder of cases; `None` for what stands beside a case.
    pub fn folder(self) -> Option<&'static str> {
        Some(match self {
            Self::InvalidInput => "invalid_input",
            Self::InvalidAnswer => "invalid_answer",
            Self::InvalidOutput => "invalid_output",
            Self::ValidOutput => "valid_output",
            Self::ShownOutput | Self::ValidInput | Self::Decision(_) => return None,
        })
    }

    /// Whether there is an output to it.
    pub fn has_output(self) -> bool {
        match self {
            Self::InvalidInput | Self::InvalidAnswer | Self::ValidInput => false,
            Self::InvalidOutput | Self::ValidOutput | Self::ShownOutput | Self::Decision(_) => true,
        }
    }
}
