//! The users that programs run as, by number: the judge chooses one for each slot.

/// Programs' user and group in a user namespace.
pub(in crate::sandbox) const INSIDE: u32 = 1000;

/// First user number of programs on the host, where we may choose: none that anybody has.
const FIRST: u32 = 60_000;
/// How many there are.
const COUNT: u32 = 4_000;

/// The user of this process's slot with this number: different users for slots that run side by side,
/// and likely for judges too.
pub(in crate::sandbox) fn outside(number: u32) -> u32 {
    FIRST + (std::process::id().wrapping_mul(16).wrapping_add(number)) % COUNT
}
