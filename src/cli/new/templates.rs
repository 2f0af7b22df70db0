//! The files of a new problem: a table of texts, and what is put in for the words between `@`
//! signs. Writes nothing.

use std::path::PathBuf;

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// How a submission is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Kind {
    /// It reads an input and writes an output
    Standard,
    /// It talks with a program of the problem
    Interactive,
}

/// How the checker or interactor of a new problem is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Protocol {
    /// testlib's: exit codes 0, 1, 2, 3; the message on standard error
    Testlib,
    /// The ICPC package format's: exit codes 42 and 43; the message in a feedback folder
    Icpc,
}

impl Protocol {
    fn of(self, [testlib, icpc]: [&str; 2]) -> &str {
        match self {
            Self::Testlib => testlib,
            Self::Icpc => icpc,
        }
    }

    /// The section of `problem.toml` that names a program of it.
    fn section(self, kind: &str, program: &str) -> String {
        let (name, other) = (self.of(["testlib", "icpc"]), self.of(["icpc", "testlib"]));
        let called = match (kind, self) {
            ("interactor", Self::Testlib) => "INPUT OUTPUT`, talks by standard input and output",
            (_, Self::Testlib) => "INPUT OUTPUT ANSWER`",
            (_, Self::Icpc) => "INPUT ANSWER FEEDBACK`, the submission's words on standard input",
        };
        let codes = self.of(["0 right, 1 wrong answer, 2 wrong format", "42 right, 43 wrong"]);
        format!(
            "# Called as `{} {called}: exit code {codes}.\n[{kind}]\nprogram = \"{program}.@ENDING@\"\n\
             protocol = \"{name}\" # or \"{other}\"",
            program.rsplit('/').next().unwrap_or(program)
        )
    }
}

/// How outputs are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Comparison {
    /// By words; blanks and line ends do not matter
    Tokens,
    /// Line by line
    Lines,
    /// As lines in any order
    UnorderedLines,
    /// As numbers, within a tolerance
    Numbers,
    /// By a program of the problem
    Custom,
}

/// The programs of one language.
#[derive(Debug)]
pub(in crate::cli) struct Programs {
    /// The language's name, as `jury languages` lists it.
    name: &'static str,
    /// Its name in prose.
    title: &'static str,
    /// The ending of its sources.
    pub(in crate::cli) ending: &'static str,
    counting: &'static str,
    neighbours_only: &'static str,
    bubble_sort: &'static str,
    random: &'static str,
    validate: &'static str,
    /// By testlib's protocol, and by the ICPC package format's.
    check: [&'static str; 2],
    interact: [&'static str; 2],
    halving: &'static str,
    one_by_one: &'static str,
    validate_number: &'static str,
    /// What each submission prints a line with, and what prints shares in place of counts.
    print: [&'static str; 2],
}

/// All languages that a new problem can be written in.
pub(in crate::cli) const PROGRAMS: &[Programs] = &[CPP, PYTHON, RUST];

const CPP: Programs = Programs {
    name: "cpp",
    title: "C++",
    ending: "cpp",
    counting: include_str!("../templates/cpp/counting.cpp"),
    neighbours_only: include_str!("../templates/cpp/neighbours_only.cpp"),
    bubble_sort: include_str!("../templates/cpp/bubble_sort.cpp"),
    random: include_str!("../templates/cpp/random.cpp"),
    validate: include_str!("../templates/cpp/validate.cpp"),
    check: [
        include_str!("../templates/cpp/check.cpp"),
        include_str!("../templates/cpp/check_icpc.cpp"),
    ],
    interact: [
        include_str!("../templates/cpp/interact.cpp"),
        include_str!("../templates/cpp/interact_icpc.cpp"),
    ],
    halving: include_str!("../templates/cpp/halving.cpp"),
    one_by_one: include_str!("../templates/cpp/one_by_one.cpp"),
    validate_number: include_str!("../templates/cpp/validate_number.cpp"),
    print: [
        r#"printf("%d %d\n", value, count);"#,
        r#"printf("%d %.9f\n", value, static_cast<double>(count) / n);"#,
    ],
};

const PYTHON: Programs = Programs {
    name: "python",
    title: "Python 3",
    ending: "py",
    counting: include_str!("../templates/python/counting.py"),
    neighbours_only: include_str!("../templates/python/neighbours_only.py"),
    bubble_sort: include_str!("../templates/python/bubble_sort.py"),
    random: include_str!("../templates/python/random.py"),
    validate: include_str!("../templates/python/validate.py"),
    check: [
        include_str!("../templates/python/check.py"),
        include_str!("../templates/python/check_icpc.py"),
    ],
    interact: [
        include_str!("../templates/python/interact.py"),
        include_str!("../templates/python/interact_icpc.py"),
    ],
    halving: include_str!("../templates/python/halving.py"),
    one_by_one: include_str!("../templates/python/one_by_one.py"),
    validate_number: include_str!("../templates/python/validate_number.py"),
    print: ["print(value, count)", r#"print(value, f"{count / n:.9f}")"#],
};

const RUST: Programs = Programs {
    name: "rust",
    title: "Rust",
    ending: "rs",
    counting: include_str!("../templates/rust/counting.rs"),
    neighbours_only: include_str!("../templates/rust/neighbours_only.rs"),
    bubble_sort: include_str!("../templates/rust/bubble_sort.rs"),
    random: include_str!("../templates/rust/random.rs"),
    validate: include_str!("../templates/rust/validate.rs"),
    check: [
        include_str!("../templates/rust/check.rs"),
        include_str!("../templates/rust/check_icpc.rs"),
    ],
    interact: [
        include_str!("../templates/rust/interact.rs"),
        include_str!("../templates/rust/interact_icpc.rs"),
    ],
    halving: include_str!("../templates/rust/halving.rs"),
    one_by_one: include_str!("../templates/rust/one_by_one.rs"),
    validate_number: include_str!("../templates/rust/validate_number.rs"),
    print: [
        r#"println!("{value} {count}");"#,
        r#"println!("{value} {:.9}", f64::from(count) / f64::from(n));"#,
    ],
};

/// Reads the name of a language that there are programs in.
pub(in crate::cli) fn parser() -> impl TypedValueParser<Value = &'static Programs> {
    let names = PROGRAMS.iter().map(|one| PossibleValue::new(one.name).help(one.title));
    let find = |name: String| PROGRAMS.iter().find(|one| one.name == name);
    PossibleValuesParser::new(names).try_map(move |name| find(name).ok_or("no such language"))
}

impl Comparison {
    /// `[checker]` of `problem.toml`.
    fn section(self, protocol: Protocol) -> String {
        let named = match self {
            Self::Tokens => {
                "[checker]\nname = \"tokens\" # the default: words, however they are separated"
            }
            Self::Lines => "[checker]\nname = \"lines\" # the same lines in the same order",
            Self::UnorderedLines => {
                "[checker]\nname = \"unordered-lines\" # the same lines in any order"
            }
            Self::Numbers => {
                "[checker]\nname = \"numbers\" # numbers may differ a little, other words not at all\n\
                 absolute = 1e-6"
            }
            Self::Custom => return protocol.section("checker", "checker/check"),
        };
        named.to_owned()
    }

    /// What the statement asks for.
    fn output(self) -> &'static str {
        match self {
            Self::Tokens => {
                "For each different number, in ascending order: the number and how often it stands \
                 in the\nlist. Any blanks and line ends may separate them."
            }
            Self::Lines => {
                "For each different number, in ascending order, one line: the number, a blank, and \
                 how often it\nstands in the list."
            }
            Self::Custom => {
                "For each different number, in any order: the number and how often it stands in the \
                 list. Any\nblanks and line ends may separate them."
            }
            Self::UnorderedLines => {
                "For each different number, in any order, one line: the number, a blank, and how \
                 often it stands\nin the list."
            }
            Self::Numbers => {
                "For each different number, in ascending order: the number and its share of the \
                 list, with an\nabsolute error of at most 0.000001."
            }
        }
    }

    /// The answer to the sample `7 / 3 1 3 2 3 1 3`.
    fn sample(self) -> &'static str {
        match self {
            Self::Numbers => "1 0.285714286\n2 0.142857143\n3 0.571428571\n",
            Self::Tokens | Self::Lines | Self::UnorderedLines | Self::Custom => "1 2\n2 1\n3 4\n",
        }
    }
}

/// What a new problem is to be like.
#[derive(Debug, Clone, Copy)]
pub(super) struct GradeFilter {
    pub(super) kind: Kind,
    pub(super) comparison: Comparison,
    pub(super) protocol: Protocol,
    pub(super) programs: &'static Programs,
}

/// Every file of the new problem, below its folder; the rest of the data is made by its generator rules.
pub(super) fn files(slug: &str, wanted: GradeFilter) -> Vec<(PathBuf, String)> {
    match wanted.kind {
        Kind::Standard => standard(slug, wanted),
        Kind::Interactive => interactive(slug, wanted),
    }
}

impl Programs {
    fn source(&self, folder: &str, name: &str) -> PathBuf {
        PathBuf::from(format!("{folder}/{name}.{}", self.ending))
    }
}

fn standard(slug: &str, wanted: GradeFilter) -> Vec<(PathBuf, String)> {
    let GradeFilter { comparison, protocol, programs, .. } = wanted;
    let filled = |text: &str| {
        text.replace("@TITLE@", &title(slug))
            .replace("@CHECKER@", &comparison.section(protocol))
            .replace("@ENDING@", programs.ending)
            .replace("@OUTPUT@", comparison.output())
            .replace("@SAMPLE@", comparison.sample().trim_end())
    };
    let printing = |text: &str| {
        let [counts, shares] = programs.print;
        if comparison == Comparison::Numbers {
            text.replace(counts, shares)
        } else {
            text.to_owned()
        }
    };
    let source = |folder: &str, name: &str| programs.source(folder, name);
    let mut files = vec![
        (PathBuf::from("problem.toml"), filled(include_str!("../templates/problem.toml"))),
        (PathBuf::from("statement.md"), filled(include_str!("../templates/statement.md"))),
        (PathBuf::from("data/sample/1.in"), "7\n3 1 3 2 3 1 3\n".to_owned()),
        (PathBuf::from("data/sample/1.ans"), comparison.sample().to_owned()),
        (source("generators", "random"), programs.random.to_owned()),
        (source("validator", "validate"), programs.validate.to_owned()),
        (source("submissions/accepted", "counting"), printing(programs.counting)),
        (source("submissions/wrong_answer", "neighbours_only"), printing(programs.neighbours_only)),
        (source("submissions/time_limit_exceeded", "bubble_sort"), printing(programs.bubble_sort)),
    ];
    if comparison == Comparison::Custom {
        files.push((source("checker", "check"), protocol.of(programs.check).to_owned()));
    }
    files
}

/// Numbers to be guessed: the sample's, and the ends and others of what is allowed.
const NUMBERS: [(&str, &str); 5] = [
    ("sample/1", "500001\n"),
    ("secret/greatest", "1000000\n"),
    ("secret/least", "1\n"),
    ("secret/middle", "500000\n"),
    ("secret/odd", "271829\n"),
];

fn interactive(slug: &str, wanted: GradeFilter) -> Vec<(PathBuf, String)> {
    let GradeFilter { protocol, programs, .. } = wanted;
    let filled = |text: &str| {
        text.replace("@TITLE@", &title(slug))
            .replace("@INTERACTOR@", &protocol.section("interactor", "interactor/interact"))
            .replace("@ENDING@", programs.ending)
    };
    let settings = include_str!("../templates/interactive/problem.toml");
    let statement = include_str!("../templates/interactive/statement.md");
    let own = [
        ("interactor", "interact", protocol.of(programs.interact)),
        ("validator", "validate", programs.validate_number),
        ("submissions/accepted", "halving", programs.halving),
        ("submissions/wrong_answer", "one_by_one", programs.one_by_one),
    ];
    let mut files = vec![
        (PathBuf::from("problem.toml"), filled(settings)),
        (PathBuf::from("statement.md"), filled(statement)),
    ];
    files.extend(own.map(|(folder, name, text)| (programs.source(folder, name), text.to_owned())));
    let case = |(name, text): (&str, &str)| (format!("data/{name}.in").into(), text.to_owned());
    files.extend(NUMBERS.map(case));
    files
}

/// `two-towers` as a title: `Two Towers`.
fn title(slug: &str) -> String {
    let words = slug.split('-').filter(|word| !word.is_empty());
    let capitalised = words.map(|word| word[..1].to_ascii_uppercase() + &word[1..]);
    capitalised.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{Comparison, GradeFilter, Kind, PROGRAMS, Protocol, files, title};
    use clap::ValueEnum as _;

    const PROTOCOLS: [Protocol; 2] = [Protocol::Testlib, Protocol::Icpc];

    #[test]
    fn nothing_is_left_to_be_filled_in() {
        let kinds = Kind::value_variants();
        for (kind, protocol) in kinds.iter().flat_map(|kind| PROTOCOLS.map(|one| (*kind, one))) {
            for (comparison, programs) in Comparison::value_variants()
                .iter()
                .flat_map(|one| PROGRAMS.iter().map(|p| (*one, p)))
            {
                let wanted = GradeFilter { kind, comparison, protocol, programs };
                for (path, text) in files("two-towers", wanted) {
                    let left = text.split('@').nth(1).filter(|word| word.len() < 20);
                    assert_eq!(left, None, "{} of {wanted:?}", path.display());
                }
            }
        }
    }

    #[test]
    fn every_submission_prints_shares_where_numbers_are_compared() {
        for programs in PROGRAMS {
            let [counts, shares] = programs.print;
            let (kind, comparison) = (Kind::Standard, Comparison::Numbers);
            let wanted = GradeFilter { kind, comparison, protocol: Protocol::Testlib, programs };
            for (path, text) in files("p", wanted) {
                if path.starts_with("submissions") {
                    assert_eq!(text.matches(shares).count(), 1, "{}", path.display());
                    assert!(!text.contains(counts), "{}", path.display());
                }
            }
        }
    }

    #[test]
    fn a_slug_makes_a_title() {
        assert_eq!(title("two-towers"), "Two Towers");
        assert_eq!(title("a--2b-"), "A 2b");
    }
}
