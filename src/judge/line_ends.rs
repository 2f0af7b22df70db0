//! Tests with the line ends of Windows, as copies with those of this system: validators read strictly, and
//! so do programs in some languages. The copies are kept in the cache, by what the tests hold.

use std::path::Path;

use crate::digest::Digest;
use crate::problem::{Case, Problem, line_ends};
use crate::submission::Cache;

use super::JudgeFailure;
use super::kept::{is_whole, keep};
use super::set_aside::{SetAside, read};

/// The problem with such copies of its inputs and answers.
///
/// # Errors
/// When a file of a case cannot be read, or a copy cannot be written.
pub fn without_crlf(mut problem: Problem, cache: &Cache) -> Result<Problem, JudgeFailure> {
    let mut digest = Digest::default();
    digest.field("format", "jury line ends 2");
    for (name, ending, file) in files(&problem) {
        digest.field("case", name);
        digest.field("ending", ending);
        digest.content("file", &read(file)?);
    }
    let folder = cache.cases_folder().join(digest.in_hexadecimal());
    let place = |name: &str, ending| SetAside::place(&folder, name, ending);
    let copies: Vec<_> = files(&problem).map(|(name, ending, _)| place(name, ending)).collect();
    if !is_whole(&folder, copies.iter()) {
        keep(&folder, &mut |new| write(&problem, new))?;
    }
    let origins = files(&problem).map(|(_, _, file)| file.to_owned());
    let line_end_copies = copies.into_iter().zip(origins).collect();
    let copy = |case: &Case| Case {
        input: place(&case.name, INPUT),
        answer: case.answer.as_ref().map(|_| place(&case.name, ANSWER)),
        ..case.clone()
    };
    for test in &mut problem.validator_tests {
        test.output = test.output.as_ref().map(|_| place(&test.case.name, OUTPUT));
        test.case = copy(&test.case);
    }
    let cases = problem.cases.iter().map(copy).collect();
    Ok(Problem { line_end_copies, ..problem.with_cases(cases) })
}

/// Endings of copies.
const INPUT: &str = "in";
const ANSWER: &str = "ans";
const OUTPUT: &str = "out";

/// The files of all cases, and of the tests of checkers and validators: the case, the ending of the copy, and
/// where it lies.
fn files(problem: &Problem) -> impl Iterator<Item = (&str, &'static str, &Path)> {
    fn of_case(case: &Case) -> impl Iterator<Item = (&str, &'static str, &Path)> {
        let answer = case.answer.iter().map(|answer| (ANSWER, answer));
        let all = std::iter::once((INPUT, &case.input)).chain(answer);
        all.map(|(ending, file)| (case.name.as_str(), ending, file.as_path()))
    }
    let tests = problem.validator_tests.iter().flat_map(|test| {
        let output = test.output.iter();
        let output = output.map(|output| (test.case.name.as_str(), OUTPUT, output.as_path()));
        of_case(&test.case).chain(output)
    });
    problem.cases.iter().flat_map(of_case).chain(tests)
}

/// Writes the copies.
fn write(problem: &Problem, folder: &Path) -> Result<(), JudgeFailure> {
    let aside = SetAside::within(folder);
    for (name, ending, file) in files(problem) {
        aside.write(name, ending, &line_ends::without_crlf(read(file)?))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::problem::load::load_unanswered;
    use crate::problem::reading::Reading;
    use crate::problem::tests::folder_of;

    #[test]
    fn copies_of_inputs_and_answers_are_made_once_and_again_where_one_is_gone() {
        let package = folder_of(&[
            ("problem.toml", "name = 'P'\n"),
            ("data/secret/1.in", "1\r\n2\r\n"),
            ("data/secret/1.ans", "3\r\n"),
            ("data/secret/2.in", "4\r\n"),
        ]);
        let place = tempfile::tempdir().unwrap();
        let cache = Cache::open(place.path()).unwrap();
        let problem = load_unanswered(package.path(), &Reading::default()).unwrap();
        let copied = || {
            let copied = without_crlf(problem.clone(), &cache).unwrap();
            let [first, second] = copied.cases.as_slice() else { panic!("two cases") };
            let texts = [&first.input, first.answer.as_ref().unwrap(), &second.input]
                .map(|file| fs::read_to_string(file).unwrap());
            assert_eq!(texts, ["1\n2\n", "3\n", "4\n"]);
            assert_eq!(second.answer, None);
            let origin = copied.place_of(&second.input).unwrap();
            assert_eq!(origin, Path::new("data/secret/2.in"));
            second.input.clone()
        };
        let kept = copied();
        let made = fs::metadata(&kept).unwrap().modified().unwrap();
        assert_eq!(copied(), kept);
        assert_eq!(fs::metadata(&kept).unwrap().modified().unwrap(), made, "it is kept");
        fs::remove_file(&kept).unwrap();
        assert_eq!(copied(), kept);
    }
}
