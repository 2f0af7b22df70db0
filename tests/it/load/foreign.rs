//! What is no problem of ours: packages of other judges, and folders of problems.

use jury::problem::load::load_unanswered;
use jury::problem::reading::Reading;

use super::folder::Folder;

/// Cases that a plain folder would be taken for, and these files, which do not change that.
#[track_caller]
fn case(files: &[(&str, &str)]) {
    let folder = Folder::with(&[("data/secret/1.in", "1"), ("data/secret/1.ans", "1")]);
    for (name, text) in files {
        folder.write(name, text.as_bytes());
    }
    assert_eq!(folder.load().cases.len(), 1);
}

#[test]
fn contests_are_folders_of_problems() {
    let contest = |files: &[(&str, &str)]| {
        let folder =
            Folder::with(&[&[("1.in", "1"), ("1.ans", "1"), ("contest.xml", "")], files].concat());
        folder.complaints()
    };
    let told = ".: this is a Polygon contest without problems in it, not a problem";
    assert_eq!(contest(&[("problems/x", "")]), [told]);
    let told = ".: this is a folder with a problem in it, not a problem: name `problems/x`";
    assert_eq!(contest(&[("problems/x/problem.xml", "<problem><judging/></problem>")]), [told]);
}

#[test]
fn names_alone_that_others_use_too_are_no_marks() {
    case(&[("problem.xml", "<svg/>")]);
    case(&[("contest.xml", "")]);
    case(&[("problem.json", "{}")]);
    case(&[("config.yml", "")]);
    case(&[("info.toml", "title = 'x'")]);
}

const DMOJ: &str = "a DMOJ problem: it has none of `test_cases`, `test-cases`, `archive`, `checker`, `custom_judge`, \
                    `interactive`";

/// Beside what else such packages have, the file is damaged or of a version that is not known.
#[test]
fn damaged_packages_are_no_plain_folders() {
    for (file, text, beside, words) in [
        ("problem.xml", "<problem/>", "solutions/a.cpp", "a Polygon package: it lacks `<judging`"),
        (
            "problem.json",
            "{}",
            "gen/data",
            "a TPS task: it has none of `\"type\"`, `\"task_type\"`",
        ),
        (
            "info.toml",
            "[[test]]",
            "sol/correct.cpp",
            "a library-checker problem: it lacks `[[tests]]`",
        ),
        ("init.yml", "test_case: []", "1.out", DMOJ),
        ("init.yml", "", "1.out", DMOJ),
    ] {
        let folder = Folder::with(&[("1.in", "1"), ("1.ans", "1"), (file, text), (beside, "")]);
        let said = folder.complaints();
        let own = format!(
            ".: has `{file}`, but not that of {words}; to judge the folder as one of cases alone, use \
             `--read-as plain`"
        );
        assert_eq!(said, [own]);
    }
}

#[test]
fn a_mark_that_cannot_be_looked_into_is_one() {
    let folder = Folder::with(&[("1.in", "1"), ("1.ans", "1")]);
    folder.link("nowhere", "problem.xml");
    assert!(folder.complaints()[0].starts_with("problem.xml: cannot read: "));
    let folder = Folder::with(&[("1.in", "1"), ("1.ans", "1")]);
    let pipe = folder.path().join("contest.yaml");
    let made = std::process::Command::new("mkfifo").arg(pipe).status().unwrap();
    assert!(made.success());
    assert!(folder.complaints()[0].contains("a CMS contest"));
}

#[test]
fn what_has_settings_of_ours_is_ours() {
    let files = ["problem.yaml", "task.yaml", "domjudge-problem.ini", "problem.rbx.yml"];
    case(&[("problem.toml", "name = 'x'"), (files[0], "")]);
    case(
        &files
            .map(|file| (file, ""))
            .iter()
            .copied()
            .chain([("problem.toml", "name = 'x'")])
            .collect::<Vec<_>>(),
    );
}

#[test]
fn a_folder_of_problems_is_none() {
    let folder = Folder::with(&[("a/problem.toml", ""), ("a/data/1.in", ""), ("a/data/1.ans", "")]);
    assert_eq!(
        folder.complaints(),
        [".: this is a folder with a problem in it, not a problem: name `a`"]
    );
    folder.write("d/problem.yaml", b"");
    folder.write("problems/b/task.yaml", b"");
    folder.write("problems/c/problem.toml", b"");
    folder.write(".git/x/problem.toml", b"");
    let expected = ".: this is a folder with 4 problems in it, not a problem (`a`, `d`, \
         `problems/b` …): name one of them";
    assert_eq!(folder.complaints(), [expected]);
    // Deeper ones are somebody's files.
    let folder = Folder::with(&[("1.in", ""), ("1.ans", ""), ("x/y/z/problem.toml", "")]);
    assert_eq!(folder.load().cases.len(), 1);
}

#[test]
fn a_chosen_format_says_what_marks_it() {
    let folder = Folder::with(&[("1.in", "1"), ("1.ans", "1")]);
    for (name, marks) in [
        ("polygon", "`problem.xml` with `<judging`"),
        ("tps", "`problem.json` with `\"type\"` or `\"task_type\"`"),
        (
            "dmoj",
            "`init.yml` with `test_cases` or `test-cases` or `archive` or `checker` or `custom_judge` or \
             `interactive`",
        ),
        ("library-checker", "`info.toml` with `[[tests]]`"),
    ] {
        let reading = Reading { format: Some(name.to_owned()), ..Reading::default() };
        let said = load_unanswered(&folder.path(), &reading).expect_err(name).to_string();
        let words = format!("has no marks of the format `{name}`: expected {marks}");
        assert!(said.ends_with(&words), "{said}");
    }
}
