//! The types of tasks that are judged.

/// The type of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Batch,
    Communication,
    /// Submissions are outputs.
    OutputOnly,
}

impl Kind {
    /// The one of this name.
    pub(super) fn of(name: &str) -> Option<Self> {
        [Self::Batch, Self::Communication, Self::OutputOnly]
            .into_iter()
            .find(|kind| kind.name() == name)
    }

    /// Its name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Batch => "Batch",
            Self::Communication => "Communication",
            Self::OutputOnly => "OutputOnly",
        }
    }
}
