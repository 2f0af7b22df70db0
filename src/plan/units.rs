//! Units that are numbered from 1 and of which each is in one shard: submissions and packages. Pairs of games
//! are not among them, since their shards follow from their numbers.

use super::assign::assign;

/// A unit of a plan.
pub trait PlannedUnit {
    /// Its number and its shard, both from 1.
    fn place(&self) -> (u32, u32);

    /// The same, to be given.
    fn place_mut(&mut self) -> (&mut u32, &mut u32);

    /// How long it may take; only relative to the others.
    fn seconds(&self) -> f64;
}

/// The units of a shard, in the order of the plan.
pub fn units_of<U: PlannedUnit>(units: &[U], shard: u32) -> impl Iterator<Item = &U> {
    units.iter().filter(move |unit| unit.place().1 == shard)
}

/// Numbers units, and puts them into so many shards.
pub(super) fn hand_out(units: &mut [impl PlannedUnit], shards: u32) {
    let seconds: Vec<f64> = units.iter().map(PlannedUnit::seconds).collect();
    let of_units = assign(&seconds, shards as usize);
    for (number, (unit, shard)) in (1..).zip(units.iter_mut().zip(of_units)) {
        let (own_number, own_shard) = unit.place_mut();
        (*own_number, *own_shard) = (number, u32::try_from(shard).unwrap_or(0) + 1);
    }
}

/// There are units, they are numbered, and each is in one of so many shards.
pub(super) fn expect_places(units: &[impl PlannedUnit], shards: u32) -> Result<(), String> {
    if units.is_empty() {
        return Err("the plan has no units".into());
    }
    let mut places = (1..).zip(units.iter().map(PlannedUnit::place));
    let wrong =
        places.find(|(number, (found, shard))| number != found || *shard == 0 || *shard > shards);
    wrong.map_or(Ok(()), |(number, (found, shard))| {
        Err(format!("unit {number} has number {found} and shard {shard}"))
    })
}

/// The shards in which units are that are not done, in increasing order; `done` has one for each unit.
pub(super) fn missing<D>(units: &[impl PlannedUnit], done: &[Option<D>]) -> Vec<u32> {
    let undone = units.iter().zip(done).filter(|(_, done)| done.is_none());
    let mut missing: Vec<u32> = undone.map(|(unit, _)| unit.place().1).collect();
    missing.sort_unstable();
    missing.dedup();
    missing
}
