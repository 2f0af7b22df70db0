//! Links of packages, and files that are none or too large: what is needed must be there, and what is
//! not needed does no harm.

use std::fs;

use super::folder::Folder;
use super::packages::package;

const LEADS_OUT: &str = "FILE: link points outside the problem folder: copy the file into it";

#[test]
fn links_out_of_the_folder_are_refused() {
    let folder = package("");
    fs::write(folder.outside().join("secret.in"), "1").unwrap();
    folder.link("../../../secret.in", "data/secret/2.in");
    folder.link("/", "data/secret/root");
    folder.link("nowhere", "data/secret/3.in");
    folder.link("../..", "data/secret/loop");
    let expected = [
        "data/secret/2.in: link points outside the problem folder: copy the file into it",
        "data/secret/3.in: cannot read: No such file or directory (os error 2)",
        "data/secret/loop: link points to a folder that contains it",
        "data/secret/root: link points outside the problem folder: copy the file into it",
    ];
    assert_eq!(folder.complaints(), expected);
}

/// Where nothing is missing without it, a link may lead where it will.
#[test]
fn links_that_nobody_needs_do_no_harm() {
    let folder = package("");
    fs::create_dir_all(folder.outside().join("papers")).unwrap();
    fs::write(folder.outside().join("papers/1.pdf"), "").unwrap();
    let links = [
        ("../papers/1.pdf", "statement.pdf"),
        ("nowhere", "attachments/x"),
        ("../../papers/1.pdf", "data/secret/readme.pdf"),
        ("nowhere", "data/secret/notes"),
        ("../../../papers", "data/secret/papers"),
    ];
    for (target, name) in links {
        folder.link(target, name);
    }
    assert_eq!(folder.load().cases.len(), 1);
    let plain = Folder::with(&[("1.in", ""), ("1.ans", "")]);
    for (target, name) in links {
        plain.link(target, &format!("unrelated/{name}"));
    }
    assert_eq!(plain.load().cases.len(), 1);
    // As soon as there are cases, they are needed.
    fs::write(folder.outside().join("papers/2.in"), "").unwrap();
    folder.link("../../../papers", "data/secret/papers2");
    assert!(folder.complaints().contains(&LEADS_OUT.replace("FILE", "data/secret/papers2")));
}

#[test]
fn few_links_and_few_words_do_not_make_endless_work() {
    let folder = package("");
    for level in 0..12 {
        for link in ["a", "b", "c", "d"] {
            folder.link(&format!("../{}", level + 1), &format!("data/{level}/{link}"));
        }
    }
    folder.write("data/12/1.txt", b"");
    let expected = "data: more than 10000 folders: do links lead back to the same ones?";
    assert_eq!(folder.complaints(), [expected]);

    let generator_rule = |number: usize| {
        format!("[[generator]]\nprogram = 'g.rs'\nname = 'r{number}/{{}}'\ncount = 10000\n")
    };
    let generator_rules: String = (0..11).map(generator_rule).collect();
    let expected = "problem.toml:44:8: `count`: more than 100000 generated cases in total";
    assert_eq!(package(&generator_rules).complaints(), [expected]);
}

#[test]
fn settings_data_and_submissions_do_not_lie_elsewhere() {
    for name in ["problem.toml", "data", "submissions"] {
        let folder = package("");
        folder.write("submissions/accepted/a.py", b"");
        fs::rename(folder.path().join(name), folder.outside().join(name)).unwrap();
        folder.link(&format!("../{name}"), name);
        assert_eq!(folder.complaints(), [LEADS_OUT.replace("FILE", name)]);
    }
}

#[test]
fn files_of_a_case_are_bounded_and_known_without_links() {
    let folder = package("");
    folder.link("../sample/1.in", "data/secret/2.in");
    folder.link("../sample/1.ans", "data/secret/2.ans");
    let problem = folder.load();
    let names: Vec<&str> = problem.cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names, ["sample/1", "secret/2"]);
    assert_eq!(problem.cases[0].input, problem.cases[1].input);
    assert_eq!(problem.cases[0].answer, problem.cases[1].answer);

    for name in ["data/sample/1.ans", "data/sample/1.in"] {
        let folder = package("");
        // Sparse: it takes no room on the disk.
        let file = fs::File::options().write(true).open(folder.path().join(name)).unwrap();
        file.set_len(3 << 30).unwrap();
        let expected = format!("{name}: expected at most 256.0 MiB, found 3.0 GiB");
        assert_eq!(folder.complaints(), [expected]);
    }
    let folder = package("");
    let file = fs::File::options().write(true).open(folder.path().join("problem.toml")).unwrap();
    file.set_len(3 << 30).unwrap();
    let expected = "problem.toml: expected at most 1.0 MiB, found 3.0 GiB";
    assert_eq!(folder.complaints(), [expected]);
}

#[test]
fn what_is_no_file_is_refused() {
    let folder = package("");
    let pipe = folder.path().join("data/sample/2.in");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    folder.write("data/sample/3.in/x", b"");
    assert_eq!(folder.complaints(), ["data/sample/2.in: expected a regular file"]);

    let folder = Folder::new();
    folder.write("problem.toml/x", b"");
    assert_eq!(folder.complaints(), ["problem.toml: expected a regular file"]);

    let folder = package("");
    fs::remove_dir_all(folder.path().join("data")).unwrap();
    folder.write("data", b"");
    let expected = "data: cannot read folder: Not a directory (os error 20)";
    assert_eq!(folder.complaints(), [expected]);
}
