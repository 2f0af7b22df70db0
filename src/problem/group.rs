//! Groups of cases: which are samples, and how the cases of a group count together.

/// The group whose cases, like those of the groups in it, are the statement's samples.
const SAMPLE: &str = "sample";

/// Whether the cases of this group are samples: shown to contestants, and so no proof that a wrong
/// submission is caught.
pub fn is_sample(group: &str) -> bool {
    group.split('/').next() == Some(SAMPLE)
}

/// The group of the case of this name: `secret/small` of `secret/small/007`, `""` of `007`.
pub fn group_of(case: &str) -> &str {
    case.rsplit_once('/').map_or("", |(group, _)| group)
}

#[cfg(test)]
mod tests {
    use super::is_sample;

    #[test]
    fn groups_within_the_samples_are_samples() {
        assert!(is_sample("sample") && is_sample("sample/easy") && is_sample("sample/a/b"));
        assert!(!is_sample("samples") && !is_sample("secret/sample") && !is_sample(""));
    }
}
