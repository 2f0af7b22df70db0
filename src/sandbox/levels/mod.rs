//! The levels of isolation: what each holds and by what, which of them works here, and the program of our
//! own that attacks it to prove that.

mod advice;
pub(in crate::sandbox) mod canary;
pub(in crate::sandbox) mod probe;
mod trial;
mod walls;

pub(in crate::sandbox) use trial::trials;
