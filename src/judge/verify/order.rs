//! Whether folders stand in the order that people expect of numbers in their names. Pure.

use std::collections::{BTreeMap, BTreeSet};

use crate::natural;
use crate::problem::group::group_of;

/// The first two groups, one after the other in the same folder in byte order, of which the second has
/// the smaller number: `secret/group10` and `secret/group2`. Folders around the given ones count too.
pub(super) fn out_of_natural_order<'a>(
    groups: impl Iterator<Item = &'a str>,
) -> Option<(&'a str, &'a str)> {
    let mut inner: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for group in groups {
        let mut group = group;
        while !group.is_empty() && inner.entry(group_of(group)).or_default().insert(group) {
            group = group_of(group);
        }
    }
    inner.into_values().find_map(|groups| {
        let groups: Vec<&str> = groups.into_iter().collect();
        let pair =
            groups.windows(2).find(|pair| natural::is_smaller_by_number(pair[1], pair[0]))?;
        Some((pair[0], pair[1]))
    })
}

#[cfg(test)]
mod tests {
    use super::out_of_natural_order;

    #[track_caller]
    fn case(groups: &[&str], expected: Option<(&str, &str)>) {
        assert_eq!(out_of_natural_order(groups.iter().copied()), expected, "{groups:?}");
    }

    #[test]
    fn numbers_in_names_should_grow() {
        case(&["secret/group2", "secret/group10"], Some(("secret/group10", "secret/group2")));
        case(&["secret/9", "secret/10"], Some(("secret/10", "secret/9")));
        case(&["secret/g10/a", "secret/g2/b"], Some(("secret/g10", "secret/g2")));
        case(&["secret/a/10-x", "secret/a/9-y"], Some(("secret/a/10-x", "secret/a/9-y")));
        case(&["secret/group02", "secret/group10"], None);
        case(&["secret/1-small", "secret/2-large"], None);
        case(&["secret/1a", "secret/01b"], None);
        // In different folders, or not by a number.
        case(&["secret/a/10", "secret/b/2"], None);
        case(&["secret/a", "secret/a-", "secret/a1", "sample", ""], None);
        case(&["secret/10000000000000000000000", "secret/2"], {
            Some(("secret/10000000000000000000000", "secret/2"))
        });
    }
}
