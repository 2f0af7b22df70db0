//! Whole packages of the Kattis family, in `tests/packages/kattis`: each holds what it promises.

use std::fs;
use std::path::Path;

use super::common::World;

/// Fewest packages that there may be.
const FEWEST: usize = 6;

#[test]
fn whole_packages_hold_what_they_promise() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/packages/kattis");
    let packages = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("read").path());
    let mut packages: Vec<_> = packages.collect();
    packages.sort();
    assert!(packages.len() >= FEWEST, "{packages:?}");
    let world = World::new(&[]);
    for package in packages {
        let proved = world.jury(&["verify", package.to_str().expect("a plain path")], 0);
        let last = "1 of 1 problems hold what they promise\n";
        assert!(proved.out.ends_with(last), "{}: {proved:#?}", package.display());
    }
}
