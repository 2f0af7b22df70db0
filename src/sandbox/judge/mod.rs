//! What runs in the judge's own process: slots, the runs in them, and talks with their programs.

mod bundle;
mod channels;
mod closing_slots;
mod conclusion;
mod dialogue;
mod doubt;
mod input;
mod interview;
mod kept;
mod live;
mod one_processor;
mod poll;
mod process;
mod progress;
mod session;
mod session_streams;
mod setup;
mod slot;
mod standstill;
mod streams;
mod supply;
mod transcript;
mod turns;
mod usage;
mod witnesses;
mod worker;

pub use channels::{Channels, MOST_BY_DESCRIPTORS, Managed, Manager, Talk, manage};
pub use dialogue::{DialogueRules, Exchange, Side, converse};
pub use interview::{Interview, Reply, Response};
pub(in crate::sandbox) use setup::LevelSetup;
pub use slot::Slot;
pub(in crate::sandbox) use supply::memory;
pub use transcript::{Speaker, Transcript, Turn};
pub use turns::Alone;
