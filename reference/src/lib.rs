//! Reference solutions of the shipped problems. Shares no code with `jury-checkers`: each is the other's witness.
