//! How a check ends before the rule of its checker is through.

/// What testlib calls the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    Wrong,
    Format,
    Fail,
}

/// The end of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct End {
    pub(super) how: How,
    pub(super) message: Vec<u8>,
    /// Where in the output it was found, if it was there.
    pub(super) at: Option<usize>,
}

impl End {
    /// A wrong answer.
    pub(super) fn wrong(at: usize, message: impl Into<Vec<u8>>) -> Self {
        Self { how: How::Wrong, message: message.into(), at: Some(at) }
    }

    /// An output that has not the form asked for.
    pub(super) fn format(at: usize, message: impl Into<Vec<u8>>) -> Self {
        Self { how: How::Format, message: message.into(), at: Some(at) }
    }

    /// A file of the jury's that is of no use.
    pub(super) fn fail(message: impl Into<Vec<u8>>) -> Self {
        Self { how: How::Fail, message: message.into(), at: None }
    }
}
