//! What comes before what: groups, and cases, behind the groups that they need. Packages list groups in any
//! order; whether a group counts can be said only once those that it needs are known.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::Case;
use super::group::Group;

/// The numbers `0..needs.len()` in an order in which each stands behind those that it needs, the smallest
/// first where there is a choice. Numbers that need each other in a ring, and those that need these, are left
/// out.
fn in_order(needs: &[Vec<usize>]) -> Vec<usize> {
    let mut missing: Vec<usize> = needs.iter().map(Vec::len).collect();
    let mut needed_by = vec![Vec::new(); needs.len()];
    for (number, needs) in needs.iter().enumerate() {
        for &need in needs {
            needed_by[need].push(number);
        }
    }
    let free = |(number, &missing): (usize, &usize)| (missing == 0).then_some(Reverse(number));
    let mut ready: BinaryHeap<_> = missing.iter().enumerate().filter_map(free).collect();
    let mut order = Vec::with_capacity(needs.len());
    while let Some(Reverse(number)) = ready.pop() {
        order.push(number);
        for &next in &needed_by[number] {
            missing[next] -= 1;
            if missing[next] == 0 {
                ready.push(Reverse(next));
            }
        }
    }
    order
}

/// Numbers that need each other in a ring, if there are such.
fn ring(needs: &[Vec<usize>], order: &[usize]) -> Option<Vec<usize>> {
    let mut is_placed = vec![false; needs.len()];
    for &number in order {
        is_placed[number] = true;
    }
    let mut path = vec![is_placed.iter().position(|placed| !placed)?];
    loop {
        // What is not placed needs something that is not placed either.
        let next = *needs[*path.last()?].iter().find(|&&need| !is_placed[need])?;
        if let Some(start) = path.iter().position(|&number| number == next) {
            return Some(path.split_off(start));
        }
        path.push(next);
    }
}

/// Puts each of these groups behind those of them that it needs; else they stay as they are.
///
/// # Errors
///
/// In words, where groups need each other in a ring. Then they stay as they are.
pub(super) fn groups_in_order(groups: &mut Vec<Group>) -> Result<(), String> {
    let number = |(number, group): (usize, &Group)| (group.name.clone(), number);
    let numbers: BTreeMap<String, usize> = groups.iter().enumerate().map(number).collect();
    let known =
        |group: &Group| group.needs.iter().filter_map(|need| numbers.get(need).copied()).collect();
    let needs: Vec<Vec<usize>> = groups.iter().map(known).collect();
    let order = in_order(&needs);
    let name = |&number: &usize| format!("`{}`", groups[number].name.escape_debug());
    match ring(&needs, &order).as_deref() {
        Some([own]) => return Err(format!("group {} depends on itself", name(own))),
        Some(ring) => {
            let names: Vec<String> = ring.iter().map(name).collect();
            return Err(format!("groups {} depend on each other", names.join(", ")));
        }
        None => {}
    }
    let mut listed: Vec<Option<Group>> = groups.drain(..).map(Some).collect();
    groups.extend(order.into_iter().filter_map(|number| listed[number].take()));
    Ok(())
}

/// These cases, each behind those of the groups that its own group, or one around it, needs; else as they
/// are. Those of groups that need each other in a ring come last.
pub(super) fn cases_in_order(cases: Vec<Case>, root: &Group) -> Vec<Case> {
    let groups = root.all();
    if groups.iter().all(|group| group.needs.is_empty()) {
        return cases;
    }
    // A group is a number of its own, which needs all its cases; it is smaller than those of all cases, so
    // that nothing waits for a group that is complete.
    let number = |name: &str| groups.iter().position(|group| group.name == name);
    let needed: Vec<Vec<usize>> = groups
        .iter()
        .map(|group| group.needs.iter().filter_map(|need| number(need)).collect())
        .collect();
    let of_groups = groups.iter().map(|group| {
        let held = cases.iter().enumerate().filter(|(_, case)| group.holds(&case.group));
        held.map(|(case, _)| groups.len() + case).collect()
    });
    let of_cases = cases.iter().map(|case| {
        let around = groups.iter().zip(&needed).filter(|(group, _)| group.holds(&case.group));
        around.flat_map(|(_, needed)| needed).copied().collect()
    });
    let needs: Vec<Vec<usize>> = of_groups.chain(of_cases).collect();
    let order = in_order(&needs).into_iter().filter_map(|number| number.checked_sub(groups.len()));
    let mut listed: Vec<Option<Case>> = cases.into_iter().map(Some).collect();
    let mut ordered: Vec<Case> = order.filter_map(|case| listed[case].take()).collect();
    ordered.extend(listed.into_iter().flatten());
    ordered
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::problem::group::Scoring;

    #[test]
    fn what_is_needed_comes_first_and_the_rest_stays() {
        assert_eq!(in_order(&[vec![], vec![], vec![]]), [0, 1, 2]);
        assert_eq!(in_order(&[vec![2], vec![], vec![], vec![]]), [1, 2, 0, 3]);
        assert_eq!(in_order(&[vec![1], vec![2], vec![]]), [2, 1, 0]);
        assert_eq!(in_order(&[vec![1], vec![0], vec![0], vec![]]), [3]);
    }

    #[test]
    fn a_ring_is_named() {
        let ordered = |groups: &[(&str, &str)]| {
            let group = |&(name, needs): &(&str, &str)| Group {
                name: name.to_owned(),
                needs: needs.split_whitespace().map(str::to_owned).collect(),
                ..Group::root(Scoring::Sum)
            };
            let mut groups: Vec<Group> = groups.iter().map(group).collect();
            groups_in_order(&mut groups)?;
            Ok(groups.iter().map(|group| group.name.as_str()).collect::<String>())
        };
        assert_eq!(ordered(&[("x", "a"), ("b", ""), ("a", "b")]), Ok("bax".to_owned()));
        assert_eq!(ordered(&[("a", "a")]), Err("group `a` depends on itself".to_owned()));
        let ring = [("x", "a"), ("a", "c"), ("b", "a"), ("c", "b")];
        let words = "groups `a`, `c`, `b` depend on each other";
        assert_eq!(ordered(&ring), Err(words.to_owned()));
    }

    proptest! {
        #[test]
        fn every_order_keeps_what_is_needed_before_it(
            needs in prop::collection::vec(prop::collection::vec(0_usize..8, 0..3), 8),
        ) {
            let order = in_order(&needs);
            let place = |number: usize| order.iter().position(|&found| found == number);
            for (number, needs) in needs.iter().enumerate() {
                let placed = place(number);
                let behind = needs.iter().all(|&need| place(need).is_some_and(|need| Some(need) < placed));
                prop_assert_eq!(placed.is_some(), behind);
            }
            prop_assert_eq!(order.len() == needs.len(), ring(&needs, &order).is_none());
        }
    }
}
