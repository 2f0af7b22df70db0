//! Loading problem folders.
