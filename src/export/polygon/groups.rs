//! The groups of a package of Polygon by their names there.

use super::source::attribute;
use crate::export::points::outer;
use crate::problem::Group;

/// The name of the tests that are judged.
pub(super) const TEST_SET: &str = "tests";

/// The name of the group that all tests are.
const ALL: &str = "all";

/// The groups that count: those of the root, or of `secret` where that holds all. That of the samples is one
/// where the package says what it is worth, and else is shown alone.
pub(in crate::export) fn counting(root: &Group) -> Vec<&Group> {
    if !root.is_scored() {
        return Vec::new();
    }
    let own = |group: &&Group| {
        let is_alone = group.name == "sample" && group.needs.is_empty() && group.worth.is_none();
        group.scoring.is_some() && !is_alone
    };
    outer(root).groups.iter().filter(own).collect()
}

/// A group's name as an attribute: there are no folders.
pub(super) fn group_name(group: &Group) -> String {
    if group.name.is_empty() {
        return ALL.to_owned();
    }
    let name = group.name.strip_prefix("secret/").unwrap_or(&group.name);
    attribute(&name.replace('/', "-"))
}
