//! Where the parts of a problem lie below its folder, and what they are called: for code that reads
//! or writes there, and for messages.

use std::path::{Path, PathBuf};

use crate::verdict::Verdict;

/// Where the parts of a problem lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// The file of settings: `problem.toml`.
    pub settings: &'static str,
    /// The folder of cases: `data`; empty where they lie in the problem folder itself.
    pub data: &'static str,
    /// The ending of an input: `in`; empty where inputs have none. With a `#` in it, the path of an input below
    /// the problem folder, where that stands for the case's own name: `input/input#.txt`. A number has no zeros
    /// in front there.
    pub input: &'static str,
    /// The folder of answers, where these do not lie beside the inputs: `out`.
    pub answer_folder: Option<&'static str>,
    /// The endings that an answer may have, or the path of an answer with a `#`; new answers get the first one.
    pub answers: &'static [&'static str],
    /// Whether new cases can be named so that they are found again; else the files here follow a habit
    /// that is only read.
    pub takes_cases: bool,
    /// Whether the names of cases say where their files are; else the package names files as it likes, and cases that
    /// are made have none in it.
    pub has_places: bool,
    /// The folder of submissions.
    pub submissions: &'static str,
    /// The folders in it, each with the verdict that its submissions must get.
    pub verdict_folders: &'static [(&'static str, Verdict)],
}

/// Folders of submissions and the verdict that each stands for. The first names are those of the
/// ICPC problem package format; the others follow their manner.
pub const VERDICT_FOLDERS: &[(&str, Verdict)] = &[
    ("accepted", Verdict::Accepted),
    ("partially_accepted", Verdict::PartialScore),
    ("wrong_answer", Verdict::WrongAnswer),
    ("output_format", Verdict::OutputFormat),
    ("time_limit_exceeded", Verdict::TimeLimit),
    ("idleness_limit_exceeded", Verdict::IdleLimit),
    ("memory_limit_exceeded", Verdict::MemoryLimit),
    ("output_limit_exceeded", Verdict::OutputLimit),
    ("run_time_error", Verdict::RunTimeError),
    ("security_violation", Verdict::SecurityViolation),
    ("compile_error", Verdict::CompileError),
];

impl Layout {
    /// That of our own format.
    pub const OWN: Self = Self {
        settings: "problem.toml",
        data: "data",
        input: "in",
        answer_folder: None,
        answers: &["ans"],
        takes_cases: true,
        has_places: true,
        submissions: "submissions",
        verdict_folders: VERDICT_FOLDERS,
    };

    /// The ending of a new answer.
    pub fn answer(&self) -> &'static str {
        self.answers[0]
    }

    /// The folder of cases in this problem folder.
    pub fn data_in(&self, problem: &Path) -> PathBuf {
        if self.data.is_empty() { problem.to_owned() } else { problem.join(self.data) }
    }

    /// The place of a case's input in this problem folder.
    pub fn input_in(&self, problem: &Path, case: &str) -> PathBuf {
        if self.input.contains('#') {
            return by_number(problem, case, self.input);
        }
        self.data_in(problem).join(with_ending(case, self.input))
    }

    /// The place of a case's answer in this problem folder.
    pub fn answer_in(&self, problem: &Path, case: &str) -> PathBuf {
        if self.answer().contains('#') {
            return by_number(problem, case, self.answer());
        }
        self.answers_in(problem).join(with_ending(case, self.answer()))
    }

    /// The folder of answers in this problem folder.
    pub fn answers_in(&self, problem: &Path) -> PathBuf {
        self.answer_folder.map_or_else(|| self.data_in(problem), |folder| problem.join(folder))
    }

    /// The files and folders in this problem folder that hold nothing but the problem.
    pub fn sources_in(&self, problem: &Path) -> Vec<PathBuf> {
        let names =
            [self.settings, self.data, self.submissions].into_iter().chain(self.answer_folder);
        names.filter(|name| !name.is_empty()).map(|name| problem.join(name)).collect()
    }
}

/// The file of a case whose own name stands for the `#` of a pattern.
fn by_number(problem: &Path, case: &str, pattern: &str) -> PathBuf {
    let own = case.rsplit_once('/').map_or(case, |(_, own)| own);
    let number = own.parse::<u64>().map(|number| number.to_string());
    problem.join(pattern.replace('#', number.as_deref().unwrap_or(own)))
}

/// The name of a case's file; the ending may be empty.
pub(super) fn with_ending(case: &str, ending: &str) -> String {
    if ending.is_empty() { case.to_owned() } else { format!("{case}.{ending}") }
}

#[cfg(test)]
mod tests {
    use super::Layout;
    use std::path::Path;

    #[test]
    fn files_lie_beside_each_other_or_by_numbers() {
        let own = Layout::OWN;
        let problem = Path::new("p");
        assert_eq!(own.input_in(problem, "secret/7"), Path::new("p/data/secret/7.in"));
        let numbered = Layout { input: "in/x#.txt", answers: &["out/y#.txt"], ..own };
        assert_eq!(numbered.input_in(problem, "a/010"), Path::new("p/in/x10.txt"));
        assert_eq!(numbered.answer_in(problem, "000"), Path::new("p/out/y0.txt"));
        assert_eq!(numbered.input_in(problem, "a/0-01"), Path::new("p/in/x0-01.txt"));
    }

    #[test]
    fn what_holds_nothing_but_the_problem_is_named_once() {
        let sources = |layout: Layout| {
            let sources = layout.sources_in(Path::new("p")).into_iter();
            sources.map(|path| path.display().to_string()).collect::<Vec<_>>()
        };
        let own = Layout::OWN;
        assert_eq!(sources(own), ["p/problem.toml", "p/data", "p/submissions"]);
        // A folder of cases that is the problem's own holds more.
        let plain = Layout { data: "", answer_folder: Some("out"), ..own };
        assert_eq!(sources(plain), ["p/problem.toml", "p/submissions", "p/out"]);
    }
}
