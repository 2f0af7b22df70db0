//! What runs in the judge's own process: slots, the runs in them, and talks with their programs.

mod bundle;
mod conclusion;
mod course;
mod dialogue;
mod doubt;
mod ground;
mod input;
mod interview;
mod kept;
mod live;
mod meter;
mod poll;
mod process;
mod retired;
mod session;
mod slot;
mod standstill;
mod streams;
mod supply;
mod talk;
mod transcript;
mod turns;
mod witnesses;
mod worker;

pub use dialogue::{Exchange, Manners, Side, converse};
pub(in crate::sandbox) use ground::Ground;
pub use interview::{Heard, Interview, Reply};
pub use slot::Slot;
pub(in crate::sandbox) use supply::memory;
pub use transcript::{Speaker, Transcript, Turn};
pub use turns::Alone;
