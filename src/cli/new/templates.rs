//! The files of a new problem: a table of texts, and what is put in for the words between `@`
//! signs. Writes nothing.

use std::path::PathBuf;

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// How outputs are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Kind {
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
    check: &'static str,
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
    check: include_str!("../templates/cpp/check.cpp"),
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
    check: include_str!("../templates/python/check.py"),
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
    check: include_str!("../templates/rust/check.rs"),
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

impl Kind {
    /// `[checker]` of `problem.toml`.
    fn section(self) -> &'static str {
        match self {
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
            Self::Custom => {
                "# Called as `check INPUT OUTPUT ANSWER`: exit code 0 right, 1 wrong answer, 2 wrong \
                 format.\n\
                 [checker]\nprogram = \"checker/check.@ENDING@\"\nprotocol = \"testlib\" # or \"icpc\""
            }
        }
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

/// Every file of the new problem, below its folder; the rest of the data is made by its recipes.
pub(super) fn files(slug: &str, kind: Kind, programs: &Programs) -> Vec<(PathBuf, String)> {
    let ending = programs.ending;
    let filled = |text: &str| {
        text.replace("@TITLE@", &title(slug))
            .replace("@CHECKER@", kind.section())
            .replace("@ENDING@", ending)
            .replace("@OUTPUT@", kind.output())
            .replace("@SAMPLE@", kind.sample().trim_end())
    };
    let printing = |text: &str| {
        let [counts, shares] = programs.print;
        if kind == Kind::Numbers { text.replace(counts, shares) } else { text.to_owned() }
    };
    let source = |folder: &str, name: &str| PathBuf::from(format!("{folder}/{name}.{ending}"));
    let mut files = vec![
        (PathBuf::from("problem.toml"), filled(include_str!("../templates/problem.toml"))),
        (PathBuf::from("statement.md"), filled(include_str!("../templates/statement.md"))),
        (PathBuf::from("data/sample/1.in"), "7\n3 1 3 2 3 1 3\n".to_owned()),
        (PathBuf::from("data/sample/1.ans"), kind.sample().to_owned()),
        (source("generators", "random"), programs.random.to_owned()),
        (source("validator", "validate"), programs.validate.to_owned()),
        (source("submissions/accepted", "counting"), printing(programs.counting)),
        (source("submissions/wrong_answer", "neighbours_only"), printing(programs.neighbours_only)),
        (source("submissions/time_limit_exceeded", "bubble_sort"), printing(programs.bubble_sort)),
    ];
    if kind == Kind::Custom {
        files.push((source("checker", "check"), programs.check.to_owned()));
    }
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
    use super::{Kind, PROGRAMS, files, title};
    use clap::ValueEnum as _;

    #[test]
    fn nothing_is_left_to_be_filled_in() {
        for kind in Kind::value_variants() {
            for programs in PROGRAMS {
                for (path, text) in files("two-towers", *kind, programs) {
                    let left = text.split('@').nth(1).filter(|word| word.len() < 20);
                    assert_eq!(left, None, "{} of {kind:?} in {}", path.display(), programs.name);
                }
            }
        }
    }

    #[test]
    fn every_submission_prints_shares_where_numbers_are_compared() {
        for programs in PROGRAMS {
            let [counts, shares] = programs.print;
            for (path, text) in files("p", Kind::Numbers, programs) {
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
