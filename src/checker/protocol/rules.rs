//! What every protocol settles between the judge and a program of the package.

use jury_checkers::Invalid;

use super::result::ProgramResult;
use crate::checker::terms::{Decision, Terms};
use crate::problem::Points;
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

impl Call {
    /// What is read on these terms: where another pass may follow, all that is in the folder.
    pub(in crate::checker) fn keep_on(&self, terms: &Terms<'_>) -> Option<Keep<'static>> {
        self.keep.map(|keep| Keep { all: terms.pass.is_some(), ..keep })
    }
}

/// One protocol.
pub(in crate::checker) trait ProtocolRules: Sync {
    /// How a checker is called, with the files `input`, `output` and `answer`; as testlib's, unless the
    /// protocol has another order.
    fn checker(&self) -> Call {
        let arguments = &["/files/input", "/files/output", "/files/answer"];
        Call { arguments, input: None, keep: None }
    }

    /// How an interactor is called, with the files `input` and `answer`.
    fn interactor(&self) -> Call;

    /// How a validator is called, with the file `input`.
    fn validator(&self) -> Call {
        Call { arguments: &[], input: Some("input"), keep: None }
    }

    /// How an answer validator is called, with the files `input` and `answer`.
    fn answer_validator(&self) -> Call {
        Call { arguments: &["/files/input"], input: Some("answer"), keep: None }
    }

    /// Whether a validator that aborts has rejected the input, as by an assertion: any bad end does.
    fn rejects_by_abort(&self) -> bool {
        false
    }

    /// Whether an interactor must outlive any submission, and so learns of the end of a submission's
    /// output only when that has ended, and is to blame for whatever end of its own. Else it may fail
    /// when a submission fails it, and learns of an output that was closed before.
    fn interactor_survives(&self) -> bool {
        false
    }

    /// Whether how a submission ends counts before what an interactor decided, also where that was before its end;
    /// and yet after the interactor's own failure.
    fn submission_goes_on(&self) -> bool {
        false
    }

    /// What a checker or interactor, whose points have this meaning, decided of a case on these terms.
    ///
    /// # Errors
    /// How it broke the protocol, which is the setter's fault: a lower-case fragment.
    fn decision(
        &self,
        heard: &ProgramResult,
        points: Points,
        terms: &Terms<'_>,
    ) -> Result<Decision, String>;

    /// What the validator of this name says of an input; `None` when it is valid.
    ///
    /// # Errors
    /// As for [`ProtocolRules::decision`].
    fn validation(&self, heard: &ProgramResult, name: &str) -> Result<Option<Invalid>, String>;
}
