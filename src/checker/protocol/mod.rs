//! Protocols: how programs of a package are called, and what they mean by their exit codes, files and
//! words. One file a protocol.
//!
//! To add one: its file here, its line in [`rules`], and its name in [`Protocol::ALL`].

use crate::problem::Protocol;

mod cms;
mod dmoj;
mod icpc;
mod points;
mod result;
mod rules;
mod scores;
mod sinol;
mod testlib;

pub(super) use self::icpc::STATIC_FEEDBACK;
pub(super) use self::result::{LONGEST, ProgramResult};
pub(super) use self::rules::{Call, ProtocolRules};

/// What this protocol settles.
pub(super) fn rules(protocol: Protocol) -> &'static dyn ProtocolRules {
    match protocol {
        Protocol::Testlib => &testlib::Testlib,
        Protocol::Icpc => &icpc::Icpc,
        Protocol::Cms | Protocol::CmsManager(_) => &cms::Cms,
        Protocol::Sinol | Protocol::SinolManager(_) => &sinol::Sinol,
        Protocol::DmojDefault => &dmoj::Dmoj::Default,
        Protocol::DmojTestlib => &dmoj::Dmoj::Testlib,
        Protocol::DmojCoci => &dmoj::Dmoj::Coci,
        Protocol::DmojPeg => &dmoj::Dmoj::Peg,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Processes;

    #[test]
    fn an_abort_rejects_where_validators_check_by_assertions() {
        let processes = Processes { count: 1, by_streams: false };
        for (protocol, rejects) in [
            (Protocol::Testlib, false),
            (Protocol::Icpc, false),
            (Protocol::DmojDefault, false),
            (Protocol::Cms, true),
            (Protocol::CmsManager(processes), true),
            (Protocol::Sinol, true),
        ] {
            assert_eq!(rules(protocol).rejects_by_abort(), rejects, "{protocol:?}");
        }
    }
}
