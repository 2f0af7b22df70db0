//! What the judge and a slot say to each other: the messages, their form as bytes, and the way they go.
//!
//! Both ends are the same executable, so there is no version; the far end is trusted, and still a
//! message that cannot be read is an error and never a panic.

pub(in crate::sandbox) mod bundle;
mod codec;
pub(in crate::sandbox) mod ids;
mod messages;
mod socket;

pub(in crate::sandbox) use codec::{LARGEST, decode};
pub(crate) use messages::BOXES;
pub(in crate::sandbox) use messages::{
    Accounting, Answer, Build, Extras, Facts, Halt, HostPath, IdMaps, Order, Setup, SlotLimits,
    TRACING, WORDS_ONLY, Walls, nanoseconds,
};
pub(in crate::sandbox) use socket::{receive, send, tell};
