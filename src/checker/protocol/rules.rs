//! What every protocol settles between the judge and a program of the package.

use jury_checkers::{Invalid, Judgement};

use super::heard::Heard;
use crate::sandbox::Keep;

/// How a program is called. Its files lie in `/files`; the package's own arguments follow.
#[derive(Debug, Clone, Copy)]
pub(in crate::checker) struct Call {
    /// Arguments before the package's own.
    pub(in crate::checker) arguments: &'static [&'static str],
    /// The file that is its standard input; an interactor's is the submission's output.
    pub(in crate::checker) input: Option<&'static str>,
    /// What is read of the files that it leaves.
    pub(in crate::checker) keep: Option<Keep<'static>>,
}

/// One protocol.
pub(in crate::checker) trait ProtocolRules: Sync {
    /// How a checker is called, with the files `input`, `output` and `answer`.
    fn checker(&self) -> Call;

    /// How an interactor is called, with the files `input` and `answer`.
    fn interactor(&self) -> Call;

    /// What a checker or interactor decided. `full` are the points of a full solution.
    ///
    /// # Errors
    /// How it broke the protocol, which is the setter's fault: a lower-case fragment.
    fn judgement(&self, heard: &Heard, full: f64) -> Result<Judgement, String>;

    /// What a validator, called without arguments and with the input on standard input, says of it;
    /// `None` when it is valid.
    ///
    /// # Errors
    /// As for [`ProtocolRules::judgement`].
    fn validation(&self, heard: &Heard) -> Result<Option<Invalid>, String>;
}
