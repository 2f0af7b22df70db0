//! What `jury verify` proves of the validators of a package: by the files that the package has for it, by
//! junk, and by short outputs. The package is `tests/packages/kattis/split`, with some files changed.

use std::fs;
use std::path::Path;

use walkdir::WalkDir;

use super::common::World;

/// The package with these files beside its own or in their place.
fn split(changed: &[(&str, &str)]) -> World {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/packages/kattis/split");
    let entries = WalkDir::new(&folder).into_iter().map(|entry| entry.expect("read"));
    let read = |path: &Path| {
        let name = path.strip_prefix(&folder).expect("below").to_str().expect("plain");
        (format!("split/{name}"), fs::read_to_string(path).expect("text"))
    };
    let files = entries.filter(|entry| entry.file_type().is_file());
    let mut files: Vec<_> = files.map(|entry| read(entry.path())).collect();
    assert!(files.len() > 20, "{files:?}");
    files.extend(changed.iter().map(|(name, text)| (format!("split/{name}"), (*text).to_owned())));
    let files: Vec<_> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    World::new(&files)
}

/// Findings and warnings of the package with these files, as lines without their indentation.
#[track_caller]
fn case(changed: &[(&str, &str)], status: i32, expected: &[&str]) {
    let world = split(changed);
    let proved = world.jury(&["verify", "./split"], status);
    let lines = proved.out.lines().map_while(|line| (!line.is_empty()).then(|| line.trim()));
    let told = lines.filter(|line| line.contains(": ") || line.contains("tests of validators"));
    let root = format!("{}/", world.path("split").display());
    let told: Vec<String> =
        told.map(|line| line.replace(&root, "").replace("./split/", "")).collect();
    assert_eq!(told, expected, "{proved:#?}");
}

#[test]
fn strict_validators_hold() {
    case(&[], 0, &["8 of 8 tests of validators hold"]);
}

#[test]
fn files_that_prove_nothing_are_found() {
    let changed = [
        ("data/invalid_input/fine.in", "3\n"),
        ("data/invalid_answer/fine.in", "3\n"),
        ("data/invalid_answer/fine.ans", "1 2\n"),
        ("data/invalid_output/fine.in", "3\n"),
        ("data/invalid_output/fine.ans", "1 2\n"),
        ("data/invalid_output/fine.out", "2 1\n"),
        ("data/invalid_output/input.in", "x\n"),
        ("data/invalid_output/input.ans", "1 2\n"),
        ("data/invalid_output/input.out", "x\n"),
        ("data/valid_output/wrong.in", "3\n"),
        ("data/valid_output/wrong.ans", "1 2\n"),
        ("data/valid_output/wrong.out", "2 2\n"),
        ("data/sample/1.out", "7 7\n"),
    ];
    case(
        &changed,
        1,
        &[
            "7 of 13 tests of validators hold",
            "sample/1: the output validator rejects its output: no reason given",
            "invalid_answer/fine: no answer validator rejects its answer",
            "invalid_input/fine: no input validator rejects it",
            "invalid_output/fine: the output validator accepts its output",
            "invalid_output/input: its input is not valid: validator `input_validators/number.c` rejects it: \
             no reason given",
            "valid_output/wrong: the output validator rejects its output: no reason given",
        ],
    );
}

#[test]
fn validators_that_accept_junk_are_told() {
    let changed = [
        ("input_validators/number.c", "int main(void) { return 42; }\n"),
        ("output_validator/sum.c", "int main(void) { return 42; }\n"),
        ("data/invalid_input/small.in", "1\n"),
    ];
    let world = split(&changed);
    let proved = world.jury(&["verify", "./split"], 1);
    let warnings = [
        "input validators: none rejects an empty file",
        "input validators: none rejects 1024 random bytes",
        "input validators: none rejects all printable characters on one line",
        "input validators: none rejects 200 random printable characters",
        "input validators: none rejects inputs of the package with spaces at line ends",
        "input validators: none rejects inputs of the package with doubled newlines",
        "input validators: none rejects inputs of the package with leading zeros",
        "input validators: none rejects inputs of the package with junk at the end",
        "output_validator: accepts an empty file as the output of every case tried",
        "output_validator: accepts 1024 random bytes as the output of every case tried",
        "output_validator: accepts all printable characters on one line as the output of every \
         case tried",
        "output_validator: accepts 200 random printable characters as the output of every case \
         tried",
    ];
    for warning in warnings {
        assert!(proved.out.contains(&format!("warning: {warning}\n")), "{warning}: {proved:#?}");
    }
    // No input has blanks in it.
    assert!(!proved.out.contains("doubled spaces"), "{proved:#?}");
}

#[test]
fn validators_that_do_not_build_keep_no_submission_from_being_judged() {
    let world = split(&[
        ("input_validators/number.c", "int main(\n"),
        ("answer_validators/pair.c", "int main(\n"),
    ]);
    let proved = world.jury(&["verify", "./split"], 1);
    for words in [
        "input validators: ",
        "answer validators: ",
        "number.c does not build: ",
        "not checked: whether inputs are valid",
        "  AC  accepted/",
        "  WA  wrong_answer/",
    ] {
        assert!(proved.out.contains(words), "{words}: {proved:#?}");
    }
}

#[test]
fn an_output_on_which_the_checker_breaks_is_a_warning() {
    let careless = "#include <stdio.h>\nint main(int argc, char **argv) {\n    int sum, a, b;\n    \
                    fscanf(fopen(argv[1], \"r\"), \"%d\", &sum);\n    \
                    int count = scanf(\"%d %d\", &a, &b);\n    \
                    if (getchar() == '.') return fputs(\"no point, please\\n\", stderr), 1;\n    \
                    return count == 2 && a + b == sum ? 42 : 43;\n}\n";
    let world = split(&[("output_validator/sum.c", careless)]);
    let proved = world.jury(&["verify", "./split"], 1);
    let finding = "warning: sample/1: with the output `1.0\\n`: checker `output_validator`: exit \
         code 1: expected 42 (accepted) or 43 (rejected); its standard error ends with: no point, please";
    assert!(proved.out.contains(finding), "{proved:#?}");
}

#[test]
fn the_form_of_files_and_the_order_of_groups_are_told() {
    let changed = [
        ("data/secret/1.ans", "1 1"),
        ("data/secret/group10/1.in", "12\n"),
        ("data/secret/group10/1.ans", "1 11\r\n"),
        ("data/secret/group9/1.in", "13\n"),
        ("data/secret/group9/1.ans", "1 12\r\n"),
        (
            "answer_validators/pair.c",
            "#include <stdio.h>\nint main(void) { return getchar(), getchar(), getchar() == EOF ? 43 : 42; }\n",
        ),
        ("data/invalid_answer/other.ans", "\n"),
    ];
    case(
        &changed,
        0,
        &[
            "8 of 8 tests of validators hold",
            "warning: secret/1: a file does not end with a newline",
            "warning: secret/group10/1: a file has carriage returns, which count as data (and in \
             one more case)",
            "warning: secret/group10: is judged before secret/group9: groups are sorted in byte \
             order",
        ],
    );
}

/// Of an answer that is shown to nobody, a warning is enough.
#[test]
fn an_answer_behind_a_shown_output_need_not_be_one() {
    let refusal = "sample/1: the answer validator rejects the answer: no reason given";
    let answer = ("data/sample/1.ans", "see the other file\n");
    case(&[answer], 0, &["8 of 8 tests of validators hold", &format!("warning: {refusal}")]);
}

/// The output of another sample is shown in place of that one's answer only.
#[test]
fn an_answer_that_a_sample_shows_must_be_one() {
    let refusal = "sample/2: the answer validator rejects the answer: no reason given";
    let sample = [("data/sample/2.in", "5\n"), ("data/sample/2.ans", "see the other file\n")];
    case(&sample, 1, &["8 of 8 tests of validators hold", refusal]);
}

/// Every exit code of an input validator but 42 rejects, and without validators nothing is proved.
#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_validator_that_breaks_rejects_and_none_proves_nothing() {
    let version = "problem_format_version: 2025-09\nname: P\nlimits: {time_limit: 1}\n";
    let files = [
        ("p/problem.yaml", version),
        ("p/data/secret/1.in", "1\n"),
        ("p/data/secret/1.ans", "1\n"),
        ("p/data/invalid_input/1.in", "x\n"),
        ("p/data/invalid_answer/1.in", "1\n"),
        ("p/data/invalid_answer/1.ans", "x\n"),
    ];
    let world = World::new(&files);
    let proved = world.jury(&["verify", "./p"], 0);
    for what in ["inputs (there is no input validator)", "answers (there is no answer validator)"] {
        assert!(proved.out.contains(&format!("  not checked: invalid {what}\n")), "{proved:#?}");
    }
    assert!(!proved.out.contains("tests of validators"), "{proved:#?}");
    for name in ["input_validators", "answer_validators"] {
        let path = world.path(&format!("p/{name}/v.py"));
        fs::create_dir(path.parent().expect("a folder")).expect("made");
        fs::write(path, "import sys\nassert sys.stdin.read() == '1\\n'\nsys.exit(42)\n")
            .expect("written");
    }
    let proved = world.jury(&["verify", "./p"], 0);
    assert!(proved.out.contains("  2 of 2 tests of validators hold\n"), "{proved:#?}");
    assert!(!proved.out.contains("none rejects"), "{proved:#?}");
}
