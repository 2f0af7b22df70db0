//! What files of a package are, by their names.

use crate::problem::folder::Entry;

/// The names of one task's files.
#[derive(Debug, Clone)]
pub(super) struct Names {
    id: String,
}

/// What a program is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Good,
    Slow,
    Wrong,
    Checker,
    Validator,
    Generator,
    Interactor,
}

/// Roles by the word behind the task's name.
const WORDS: [(&str, Role); 4] = [
    ("chk", Role::Checker),
    ("inwer", Role::Validator),
    ("ingen", Role::Generator),
    ("soc", Role::Interactor),
];

/// Endings of what lies beside programs: headers, texts, copies of editors, and what compilers make.
const NO_PROGRAMS: [&str; 21] = [
    "h", "hpp", "txt", "md", "e", "o", "soc", "a", "so", "d", "gch", "exe", "out", "class", "pyc",
    "log", "bak", "old", "orig", "swp", "zip",
];

/// Most digits of a group's number.
const MOST_DIGITS: usize = 9;

/// A test's name behind the task's: `1ocen` are samples, whatever their number is.
const SAMPLES: &str = "ocen";

/// The group of samples.
pub(super) const SAMPLE_GROUP: &str = "0";

impl Names {
    pub(super) fn new(id: &str) -> Self {
        Self { id: id.to_owned() }
    }

    /// What a file in the folder of programs is; `None` for what is none of the programs that count, such as
    /// headers and libraries.
    pub(super) fn role(&self, file: &str) -> Option<Role> {
        let (stem, ending) = file.strip_prefix(self.id.as_str())?.rsplit_once('.')?;
        if ending.is_empty() || NO_PROGRAMS.contains(&ending) {
            return None;
        }
        if let Some((_, role)) = WORDS.iter().find(|(word, _)| *word == stem) {
            return Some(*role);
        }
        let (role, rest) = match stem.as_bytes().first() {
            Some(b's') => (Role::Slow, &stem[1..]),
            Some(b'b') => (Role::Wrong, &stem[1..]),
            _ => (Role::Good, stem),
        };
        let digits = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        (ending != "sh" && (digits.is_empty() || digits.starts_with('_'))).then_some(role)
    }

    /// The number of a good solution, by which the first one is the model: none comes first.
    pub(super) fn number(&self, file: &str) -> (usize, String) {
        let rest = file.strip_prefix(self.id.as_str()).unwrap_or(file);
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let number = rest[..digits].trim_start_matches('0');
        // Longer numbers are larger ones; then as text.
        (number.len() + usize::from(digits > 0), format!("{number}{}", &rest[digits..]))
    }

    /// What a test is called behind the task's name: `1a` of `abc1a`.
    pub(super) fn test<'a>(&self, case: &'a str) -> Option<&'a str> {
        let test = case.strip_prefix(self.id.as_str())?;
        let digits = test.bytes().take_while(u8::is_ascii_digit).count();
        let rest = test.as_bytes().get(digits..).unwrap_or_default();
        let is_plain = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        ((1..=MOST_DIGITS).contains(&digits) && rest.iter().all(is_plain)).then_some(test)
    }
}

/// The name of the task by its programs, where the package does not say it: the shortest name of a source with which
/// most of them begin.
pub(super) fn guessed(programs: &[Entry]) -> Option<String> {
    let stems: Vec<&str> =
        programs.iter().filter_map(|file| Some(file.name.rsplit_once('.')?.0)).collect();
    let is_plain = |stem: &&&str| {
        stem.len() >= SHORTEST && stem.bytes().all(|byte| byte.is_ascii_alphabetic())
    };
    let begin = |id: &str| stems.iter().filter(|stem| stem.starts_with(id)).count();
    let shortest = stems.iter().filter(is_plain).min_by_key(|stem| (stem.len(), **stem))?;
    (begin(shortest) * 2 > stems.len()).then(|| (*shortest).to_owned())
}

/// Fewest letters of a task's name.
const SHORTEST: usize = 3;

/// The group of a test, without leading zeros.
pub(super) fn group(test: &str) -> String {
    let digits = test.bytes().take_while(u8::is_ascii_digit).count();
    let number = test[..digits].trim_start_matches('0');
    if test.ends_with(SAMPLES) || number.is_empty() {
        SAMPLE_GROUP.to_owned()
    } else {
        number.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::folder::Kind;

    #[track_caller]
    fn role(file: &str, expected: Option<Role>) {
        assert_eq!(Names::new("abc").role(file), expected, "{file}");
    }

    #[test]
    fn programs_are_told_by_their_names() {
        role("abc.cpp", Some(Role::Good));
        role("abc12.py", Some(Role::Good));
        role("abc_by_hand.cpp", Some(Role::Good));
        role("abc1_x.y.cpp", Some(Role::Good));
        role("abcs.cpp", Some(Role::Slow));
        role("abcs2_long_name.cpp", Some(Role::Slow));
        role("abcb10_long.cc", Some(Role::Wrong));
        role("abcchk.cpp", Some(Role::Checker));
        role("abcinwer.cpp", Some(Role::Validator));
        role("abcingen.sh", Some(Role::Generator));
        role("abcsoc.cpp", Some(Role::Interactor));
        for none in
            ["abcd.cpp", "abclib.h", "abcoi.cpp", "abcstresstest.sh", "xyz.cpp", "abc", "abc.h"]
        {
            role(none, None);
        }
        role("abcsoc_testrun.soc", None);
        role("abcingen2.cpp", None);
    }

    #[test]
    fn the_model_is_the_one_without_a_number() {
        let names = Names::new("abc");
        let mut files =
            ["abc0.cpp", "abc10.cpp", "abc2.cpp", "abc.py", "abc.cpp", "abc1_x.cpp", "abc_x.cpp"];
        files.sort_by_key(|file| names.number(file));
        let order =
            ["abc.cpp", "abc.py", "abc_x.cpp", "abc0.cpp", "abc1_x.cpp", "abc2.cpp", "abc10.cpp"];
        assert_eq!(files, order);
    }

    #[test]
    fn a_task_is_called_as_most_programs_begin() {
        let guessed = |names: &[&str]| {
            let program = |name: &&str| Entry {
                path: name.into(),
                name: (*name).to_owned(),
                kind: Kind::File,
            };
            guessed(&names.iter().map(program).collect::<Vec<_>>())
        };
        assert_eq!(guessed(&["sum.cpp", "sums1.cpp", "sumb1.py"]).as_deref(), Some("sum"));
        assert_eq!(guessed(&["sum.cpp", "sum2.cpp", "other.cpp"]).as_deref(), Some("sum"));
        let three = ["sum.cpp", "sum2.cpp", "sums1.cpp", "a1.cpp", "b1.cpp"];
        assert_eq!(guessed(&three).as_deref(), Some("sum"));
        // Half of them are not most.
        assert_eq!(guessed(&["sum.cpp", "sum2.cpp", "a1.cpp", "b1.cpp"]), None);
        assert_eq!(guessed(&["sum.cpp", "a1.cpp", "b1.cpp", "c1.cpp", "d1.cpp"]), None);
        // Nor is a name what is short, or has other signs than letters.
        assert_eq!(guessed(&["ab.cpp", "ab2.cpp"]), None);
        assert_eq!(guessed(&["ab12.cpp"]), None);
    }

    #[test]
    fn tests_are_named_by_group_and_letters() {
        let names = Names::new("abc");
        for (case, test, own) in [
            ("abc1a", "1a", "1"),
            ("abc0", "0", "0"),
            ("abc12", "12", "12"),
            ("abc1ocen", "1ocen", "0"),
            ("abc03b2", "03b2", "3"),
        ] {
            assert_eq!(names.test(case), Some(test));
            assert_eq!(group(test), own, "{case}");
        }
        for none in ["abc", "abca", "abd1", "abc1A", "abc1_a", "abc1234567890"] {
            assert_eq!(names.test(none), None, "{none}");
        }
    }
}
