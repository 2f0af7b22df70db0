//! Stub.
/// x
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixture {
    /// x
    pub game: usize,
    /// x
    pub players: [usize; 2],
    /// x
    pub opening: Vec<String>,
}
