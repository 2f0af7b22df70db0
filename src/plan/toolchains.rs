//! Which toolchains a machine has, and in what they are not those of a plan.

use std::collections::BTreeMap;

/// Versions of toolchains by the titles of their languages; none where there is none.
pub type Toolchains = BTreeMap<String, Option<String>>;

/// What is not as planned of these toolchains, in words. What the planning machine did not have was not
/// planned.
pub fn different_toolchains(planned: &Toolchains, found: &Toolchains) -> Vec<String> {
    let mut words = Vec::new();
    for (language, wanted) in planned {
        let (Some(wanted), Some(found)) = (wanted, found.get(language)) else { continue };
        if found.as_ref() != Some(wanted) {
            let found = found.as_deref().unwrap_or("missing");
            words.push(format!("{language} is {found}, not {wanted}"));
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toolchains_are_compared_by_their_versions() {
        let toolchains = |list: &[(&str, Option<&str>)]| -> Toolchains {
            let own = |(language, version): &(&str, Option<&str>)| {
                ((*language).to_owned(), version.map(str::to_owned))
            };
            list.iter().map(own).collect()
        };
        let planned = toolchains(&[("A", Some("1")), ("B", Some("2")), ("C", None)]);
        let found = toolchains(&[("A", Some("1")), ("B", Some("3")), ("C", Some("4"))]);
        assert_eq!(different_toolchains(&planned, &found), ["B is 3, not 2"]);
        let found = toolchains(&[("A", None)]);
        assert_eq!(different_toolchains(&planned, &found), ["A is missing, not 1"]);
        assert!(different_toolchains(&planned, &planned).is_empty());
    }
}
