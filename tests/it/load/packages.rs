//! Bad packages: the exact words for each, all at once.

use std::fs;

use super::folder::Folder;

/// A package with these settings (after a first line that names it) and one good case.
pub(crate) fn package(settings: &str) -> Folder {
    let text = format!("name = 'Sums'\n{settings}");
    Folder::with(&[
        ("problem.toml", &text),
        ("data/sample/1.in", "1"),
        ("data/sample/1.ans", "1"),
        ("g.rs", "fn main() {}"),
    ])
}

/// Settings, and what is complained of in them: place, then message.
#[track_caller]
fn case(settings: &str, expected: &[&str]) {
    let expected: Vec<String> = expected.iter().map(|e| format!("problem.toml:{e}")).collect();
    assert_eq!(package(settings).complaints(), expected, "for {settings}");
}

#[test]
fn broken_toml_is_shown_where_it_breaks() {
    case("code = ", &["2:8: string values must be quoted, expected literal string"]);
    case("[limits", &["2:8: unclosed table, expected `]`"]);
    case("code = 'A'\ncode = 'B'", &["3:1: duplicate key `code`"]);
}

#[test]
fn text_that_is_not_utf8_is_refused() {
    let folder = package("");
    folder.write("problem.toml", b"name = 'x'\n# caf\xe9\n");
    let expected = "problem.toml:2:6: expected UTF-8 text: save the file in that encoding";
    assert_eq!(folder.complaints(), [expected]);
}

#[test]
fn parts_that_are_programs_are_complained_of_in_place() {
    case(
        "[checker]\nprogram = 'no.cpp'\nprotocol = 'testlip'\nfool = 1",
        &[
            "3:11: cannot find `no.cpp` in the problem folder: No such file or directory \
             (os error 2)",
            "4:12: unknown protocol `testlip`: did you mean `testlib`?",
            "5:1: unknown `[checker]` key `fool`: did you mean `full`?",
        ],
    );
    case(
        "[validator]\nprogram = '../x.py'\nfull = 3\nprotocol = 'icpc'",
        &[
            "3:11: `../x.py` is not inside the problem folder",
            "4:1: unknown `[validator]` key `full`: expected one of `program`, `protocol`, \
             `arguments`, `time`, `memory`",
        ],
    );
    case(
        "[interactor]\nprogram = 'g.rs'",
        &["2:1: missing key `protocol` in `[interactor]`: expected one of `testlib`, `icpc`"],
    );
    case(
        "[checker]\nname = 'exact'\n[interactor]\nprogram = 'g.rs'\nprotocol = 'icpc'\nfull = 0",
        &[
            "4:1: the problem has an `[interactor]`, which decides the verdict: remove `[checker]`",
            "7:8: `full`: expected a number from 0.000000001 to 999999999, found `0`",
        ],
    );
    case("validator = 3", &["2:13: `validator`: expected a non-empty string, found `3`"]);
    let message = package("validator = 'v/x.py'").complaints().concat();
    assert!(message.ends_with("set `program` in `[validator]`"), "{message}");
}

#[test]
fn unknown_keys_name_the_nearest() {
    case("nmae = 'x'", &["2:1: unknown key `nmae`: did you mean `name`?"]);
    case("title = 'x'", &["2:1: unknown key `title`: did you mean `name`?"]);
    case("[limit]", &["2:2: unknown key `limit`: did you mean `limits`?"]);
    let startup = "3:11: unknown value of `startup` `excludd`: did you mean `excluded`?";
    case("[limits]\nstartup = 'excludd'", &[startup]);
    case("[limits]\ntiem = 1", &["3:1: unknown `[limits]` key `tiem`: did you mean `time`?"]);
    case(
        "[limits]\ncolour = 1",
        &[
            "3:1: unknown `[limits]` key `colour`: expected one of `time`, `wall_factor`, `memory`, \
           `output`, `processes`, `files`, `startup`",
        ],
    );
    case(
        "[scoring]\nkind = 'sum'\ntype = 1",
        &["4:1: unknown `[scoring]` key `type`: expected one of `kind`"],
    );
    case(
        "[[override]]\ncase = 'sample/*'\ntime = 1",
        &[
            "2:1: missing key `cases` in `[[override]]`: expected a non-empty string",
            "3:1: unknown `[[override]]` key `case`: did you mean `cases`?",
        ],
    );
    case(
        "[[generator]]\nprogram = 'g.rs'\nname = 'a/{}'\nseeds = 1",
        &["5:1: unknown `[[generator]]` key `seeds`: did you mean `seed`?"],
    );
}

#[test]
fn a_name_is_needed() {
    let folder = Folder::with(&[("problem.toml", "code = 'A'")]);
    let expected = "problem.toml:1:1: missing key `name`: expected a non-empty string";
    assert_eq!(folder.complaints(), [expected]);
    let folder = Folder::with(&[("problem.toml", "name = ' '")]);
    let expected = "problem.toml:1:8: `name`: expected a non-empty string, found `\" \"`";
    assert_eq!(folder.complaints(), [expected]);
}

const NUMBER: &str = "5:13: `arguments`: expected strings: `[\"10\"]`, found a list";

const UNPASSABLE: &str = "5:13: `arguments`: expected a list of strings such as `[\"10\", \
     \"20\"]`, at most 64 KiB in total and without NUL characters, found a list";

#[test]
fn arguments_that_no_program_can_get_are_refused() {
    let case_of = |list: &str| {
        let head = "[[generator]]\nprogram = 'g.rs'\nname = 'a/{}'\narguments = ";
        case(&format!("{head}{list}"), &[UNPASSABLE]);
    };
    case_of("[\"a\\u0000b\"]");
    case_of(&format!("['{}']", "x".repeat(64 << 10)));
    case_of(&format!("[{}]", "'',".repeat(9000)));
}

#[test]
fn generator_rules_do_not_make_names_without_bound() {
    let generator_rule = |name: &str, count: u32| {
        format!("[[generator]]\nprogram = 'g.rs'\nname = '{name}'\ncount = {count}\n")
    };
    case(
        &generator_rule(&"{}".repeat(400_000), 10_000),
        &["4:8: `name`: expected a name of at most 1000 bytes, found 800000"],
    );
    let long = format!("{}{{}}", "folder-of-nineteen/".repeat(15));
    let many: Vec<String> =
        (0..9).map(|number| generator_rule(&format!("{number}/{long}"), 10_000)).collect();
    let complaints = package(&many.concat()).complaints();
    assert!(
        complaints.iter().any(|said| said.contains("names of all generated cases take more")),
        "{complaints:?}"
    );
}

#[test]
fn wrong_kinds_of_values_are_refused() {
    case("code = 5", &["2:8: `code`: expected a non-empty string, found `5`"]);
    case("limits = 5", &["2:10: `limits`: expected a table `[limits]`, found `5`"]);
    case(
        "[override]\ncases = 'a'",
        &["2:1: `override`: expected tables `[[override]]`, found a table"],
    );
    case("source = 2012-08-01", &["2:10: `source`: expected a non-empty string, found a date"]);
    case("[[generator]]\nprogram = 'g.rs'\nname = 'a/{}'\narguments = [10]", &[NUMBER]);
    case(
        "[[generator]]\nprogram = 'g.rs'\nname = 'a/{}'\narguments = '10'",
        &["5:13: `arguments`: expected strings: `[\"10\"]`, found `\"10\"`"],
    );
    // What the program is to get then, nobody can tell.
    case("[[generator]]\nprogram = 'g.rs'\nname = 'a/{}'\narguments = [0x10]", &[UNPASSABLE]);
    case("code = [1]", &["2:8: `code`: expected a non-empty string, found a list"]);
    case(
        "[limits]\ntime = '0123456789012345678901234567890123456789x'",
        &["3:8: `time`: expected seconds, from 0.001 to 3600, found \
           `\"012345678901234567890123456789012345678…`"],
    );
}

#[test]
fn limits_out_of_range_are_refused() {
    let row = |key: &str, value: &str, expected: &str| {
        let place = format!("3:{}", key.len() + 4);
        let message = format!("{place}: `{key}`: expected {expected}, found `{value}`");
        case(&format!("[limits]\n{key} = {value}"), &[&message]);
    };
    for time in ["0", "-1", "0.0", "3601", "1e300", "nan", "inf", "-inf", "\"1\"", "true"] {
        row("time", time, "seconds, from 0.001 to 3600");
    }
    for factor in ["0.5", "101", "nan"] {
        row("wall_factor", factor, "a factor from 1 to 100");
    }
    for size in ["\"lots\"", "\"256\"", "\"2 TiB\"", "0", "-5", "\"5 MX\"", "1.5"] {
        row("memory", size, "a size such as `256 MiB`, from 1 MiB to 1 TiB");
    }
    row("files", "\"1 B\"", "a size such as `256 MiB`, from 1 MiB to 1 TiB");
    row("output", "\"5 GiB\"", "a size such as `64 MiB`, from 1 B to 4 GiB");
    row("output", "0", "a size such as `64 MiB`, from 1 B to 4 GiB");
    for count in ["0", "10001", "1.0", "99999999999999999999"] {
        row("processes", count, "an integer from 1 to 10000");
    }
}

#[test]
fn unknown_names_name_the_nearest() {
    case("[checker]\nname = 'token'", &["3:8: unknown checker `token`: did you mean `tokens`?"]);
    case(
        "[checker]\nname = 'board-silly'\nabsolute = 1",
        &["4:1: unknown `board-silly` option `absolute`: there are none"],
    );
    case("checker = {}", &["2:11: missing key `name` in `[checker]`: expected a non-empty string"]);
    case(
        "validator = 'megacheker'",
        &["2:13: unknown validator `megacheker`: did you mean `megacheckers`?"],
    );
    case(
        "scoring.kind = 'avg'",
        &["2:16: unknown scoring `avg`: expected one of `pass-fail`, `mean`, `sum`, `min`"],
    );
}

#[test]
fn options_are_the_checkers_own() {
    case(
        "[checker]\nname = 'numbers'\nabsolut = 1\nrelative = 1e-6",
        &["4:1: unknown `numbers` option `absolut`: did you mean `absolute`?"],
    );
    case(
        "[checker]\nname = 'tokens'\ncase_sensitive = 'no'",
        &["4:1: checker option `case_sensitive`: expected `true` or `false`, found the text `no`"],
    );
    case(
        "[checker]\nname = 'numbers'\nabsolute = [1]",
        &["4:12: `absolute`: expected a boolean, a number or a string, found a list"],
    );
    case(
        "[checker]\nname = 'numbers'\nabsolute = inf",
        &["4:12: `absolute`: expected a boolean, a number or a string, found `inf`"],
    );
    // Without its name, it is not known which options it takes.
    case(
        "[checker]\nabsolute = 1",
        &["2:1: missing key `name` in `[checker]`: expected a non-empty string"],
    );
}

#[test]
fn codes_and_references_are_checked() {
    case("code = 'a b'", &["2:8: `code`: expected letters, digits, `-`, `_` or `.`, found `a b`"]);
    case(
        "reference = 'Four In Line'",
        &["2:13: `reference`: expected the name of a shipped program (lower-case letters, digits \
             and `-`), or a path such as `submissions/accepted/x.rs`, found `Four In Line`"],
    );
    case(
        "reference = 'submissions/x.rs'",
        &["2:13: `reference`: cannot find `submissions/x.rs` in the problem folder: No such file \
           or directory (os error 2)"],
    );
    case(
        "reference = '../x.rs'",
        &["2:13: `reference`: `../x.rs` is not inside the problem folder"],
    );
    case(
        "reference = '/etc/passwd'",
        &["2:13: `reference`: `/etc/passwd` is not inside the problem folder"],
    );
    case("reference = '.'", &["2:13: `reference`: `.` is not inside the problem folder"]);
}

#[test]
fn overrides_must_say_something_of_some_case() {
    case(
        "[[override]]\ncases = 'sample/*'",
        &[
            "2:1: empty `[[override]]`: set at least one of `time`, `wall_factor`, `memory`, `output`, \
           `processes`, `files`",
        ],
    );
    case(
        "[[override]]\ncases = 'secret/*'\ntime = 1",
        &["3:9: `cases`: `secret/*` matches no case"],
    );
    case(
        "[[override]]\ncases = '{a'\ntime = 1",
        &["3:9: `cases`: bad pattern `{a`: unclosed brace expansion at byte 0; missing '}' (to \
           match a literal '{', escape it as '\\{' or '[{]')"],
    );
}

#[test]
fn generator_rules_are_checked() {
    let row = |lines: &str, expected: &str| case(&format!("[[generator]]\n{lines}"), &[expected]);
    row(
        "name = 'a/{}'",
        "2:1: missing key `program` in `[[generator]]`: expected a non-empty string",
    );
    row(
        "program = 'g.rs'",
        "2:1: missing key `name` in `[[generator]]`: expected a non-empty string",
    );
    row(
        "program = 'h.rs'\nname = 'a/{}'",
        "3:11: `program`: cannot find `h.rs` in the problem folder: No such file or directory \
         (os error 2)",
    );
    for name in ["../a/{}", "/a/{}", "a/../../b"] {
        row(
            &format!("program = 'g.rs'\nname = '{name}'"),
            &format!("4:8: `name`: `{name}` points outside the folder `data`"),
        );
    }
    for name in ["a//{}", "a/.{}", "./a", "a/", "a\\b"] {
        let shown = name.replace('\\', "\\\\");
        row(
            &format!("program = 'g.rs'\nname = '{name}'"),
            &format!(
                "4:8: `name`: expected a path below `data` such as `secret/random-{{}}`, found `{shown}`"
            ),
        );
    }
    row("program = 'g.rs'\nname = 'a/{}.in'", "4:8: `name`: expected a name without `.in`");
    row(
        "program = 'g.rs'\nname = 'a'\ncount = 2",
        "4:8: `name`: expected `{}` in the name, since there are 2 cases",
    );
    row(
        "program = 'g.rs'\nname = 'a'\ncount = 0",
        "5:9: `count`: expected an integer from 1 to 10000, found `0`",
    );
    row(
        "program = 'g.rs'\nname = 'a'\nseed = -1",
        "5:8: `seed`: expected an integer from 0 to 9000000000000000000, found `-1`",
    );
    row(
        "program = 'g.rs'\nname = 'a/{}'\n[[generator]]\nprogram = 'g.rs'\nname = 'a/001'",
        "7:8: `name`: case `a/001` is already generated by another generator rule",
    );
}

#[test]
fn answers_and_inputs_belong_together() {
    let folder = Folder::with(&[
        ("problem.toml", "name = 'x'"),
        ("data/secret/1.in", ""),
        ("data/secret/2.ans", ""),
        ("data/secret/2.out", ""),
        ("data/secret/3.in", ""),
        ("data/secret/3.out", ""),
        ("data/secret/4.in", ""),
        ("data/secret/4.ans/file", ""),
    ]);
    let expected = [
        "data/secret/1.ans: missing answer: checker `tokens` needs one",
        "data/secret/2.ans: answer without an input: expected `2.in` next to it",
        "data/secret/3.ans: missing answer: checker `tokens` needs one",
        "data/secret/4.ans: missing answer: checker `tokens` needs one",
    ];
    assert_eq!(folder.complaints(), expected);
}

#[test]
fn submissions_stand_in_known_folders() {
    let folder = package("");
    folder.write("submissions/acepted/x.rs", b"");
    folder.write("submissions/slow/x.rs", b"");
    folder.write("submissions/wrong_answer", b"");
    folder.write("submissions/x.rs", b"");
    let names = "`accepted`, `partially_accepted`, `wrong_answer`, `output_format`, \
                 `time_limit_exceeded`, `idleness_limit_exceeded`, `memory_limit_exceeded`, \
                 `output_limit_exceeded`, `run_time_error`, `security_violation`, `compile_error`";
    let expected = [
        "submissions/acepted: unknown folder of submissions `acepted`: did you mean `accepted`?",
        &format!("submissions/slow: unknown folder of submissions `slow`: expected one of {names}"),
        "submissions/wrong_answer: expected a folder named by a verdict, such as `accepted` or \
         `wrong_answer`",
        "submissions/x.rs: expected a folder named by a verdict, such as `accepted` or \
         `wrong_answer`",
    ];
    assert_eq!(folder.complaints(), expected);
}

#[test]
fn unprintable_file_names_are_refused() {
    let folder = package("");
    folder.write("data/sample/a\nb.in", b"");
    assert_eq!(
        folder.complaints(),
        ["data/sample/a\\nb.in: file name is not printable UTF-8: rename it"]
    );
    let folder = package("");
    folder.write("data/sample/a\u{202e}b.in", b"");
    assert_eq!(
        folder.complaints(),
        ["data/sample/a\\u{202e}b.in: file name is not printable UTF-8: rename it"]
    );
}

#[test]
fn a_folder_that_cannot_be_read_is_named() {
    let folder = Folder::new();
    fs::remove_dir(folder.path()).unwrap();
    let expected = ".: cannot read folder: No such file or directory (os error 2)";
    assert_eq!(folder.complaints(), [expected]);
    fs::write(folder.path(), "").unwrap();
    assert_eq!(folder.complaints(), [".: cannot read folder: not a directory"]);
}

#[test]
fn everything_is_said_at_once_and_in_order() {
    let folder = Folder::with(&[
        ("problem.toml", "colour = 1\n[limits]\ntime = 0\nmemory = 'x'\n[checker]\nname = 'lins'"),
        ("data/sample/1.ans", ""),
        ("submissions/acepted/x", ""),
    ]);
    let starts = [
        "problem.toml:1:1: unknown key `colour`",
        "problem.toml:1:1: missing key `name`",
        "problem.toml:3:8: `time`",
        "problem.toml:4:10: `memory`",
        "problem.toml:6:8: unknown checker `lins`: did you mean `lines`?",
        "data/sample/1.ans: answer without",
        "submissions/acepted: unknown folder",
    ];
    let complaints = folder.complaints();
    assert_eq!(complaints.len(), starts.len(), "{complaints:#?}");
    for (complaint, start) in complaints.iter().zip(starts) {
        assert!(complaint.starts_with(start), "{complaint} / {start}");
    }
}

#[test]
fn a_long_list_is_cut_when_printed() {
    let folder = Folder::with(&[("problem.toml", "name = 'x'")]);
    for number in 0..60 {
        folder.write(&format!("data/secret/{number}.in"), b"");
    }
    let error = jury::problem::load::load(&folder.path()).unwrap_err();
    assert_eq!(error.complaints.len(), 60);
    assert_eq!(error.to_string().lines().count(), 51);
    assert!(error.to_string().ends_with("\nand 10 more"));
}

#[test]
fn searches_need_a_generator_and_sizes_that_grow() {
    case(
        "[stress]\nsizes = [1, 2]",
        &["2:1: missing key `generator` in `[stress]`: expected a non-empty string"],
    );
    let sizes = "expected two integers such as `[1, 100]`, the smaller one first, found a list";
    for bad in ["[2, 1]", "[1]", "[1, 2, 3]", "[1, 'x']", "[-1, 2]"] {
        let settings = format!("[stress]\ngenerator = 'g.rs'\nsizes = {bad}");
        case(&settings, &[&format!("4:9: `sizes`: {sizes}")]);
    }
    case(
        "[stress]\ngenerator = 'g.rs'\narguments = ['10']\nsizes = [1, 2]",
        &["5:9: `sizes`: expected `{size}` in one of the arguments"],
    );
    case(
        "[stress]\ngenerator = 'g.rs'\nsize = [1, 2]",
        &["4:1: unknown `[stress]` key `size`: did you mean `sizes`?"],
    );
}
