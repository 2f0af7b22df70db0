//! Whatever `jury grade` writes, `jury report` reads and shows alike: reports of every way in which a
//! submission may fare, under every scoring.

use super::common::World;
use jury::report::document::Document;

/// Submissions that fare in different ways.
const SUBMISSIONS: [(&str, &str); 6] = [
    ("right.sh", "read -r line\necho \"$line\"\n"),
    ("mute.sh", "read -r line\n"),
    ("one.sh", "echo 1\n"),
    ("slow.sh", "while :; do :; done\n"),
    ("crash.sh", "echo 'no way' >&2\nexit 1\n"),
    ("broken.c", "int main(void) { return x; }\n"),
];

/// Gives as many points as the output says, and breaks where there is none.
const POINTS: &str = "read -r points < \"$2\"\n[ -n \"$points\" ] || exit 9\n\
    echo \"points $points\" >&2\nexit 7\n";

/// Says its input and wants to hear it again.
const ECHO: &str = "read -r line < \"$1\"\necho \"$line\"\nread -r said\n\
    [ \"$said\" = \"$line\" ] && exit 42\nexit 43\n";

/// A problem of this scoring, with cases in groups and groups in groups.
fn problem(settings: &str, part: &str) -> World {
    let toml = format!("name = \"P\"\n[limits]\ntime = 0.1\n{settings}");
    let mut files = vec![("p/problem.toml", toml.as_str()), ("p/part.sh", part)];
    files.extend(SUBMISSIONS);
    files.extend([("p/data/sample/1.in", "2\n"), ("p/data/sample/1.ans", "2\n")]);
    files.extend([
        ("p/data/secret/a/1.in", "0.3333333\n"),
        ("p/data/secret/a/1.ans", "0.3333333\n"),
    ]);
    files.extend([("p/data/secret/a/b/1.in", "1\n"), ("p/data/secret/a/b/1.ans", "1\n")]);
    World::new(&files)
}

/// Grades with these arguments: the report is read, and written again to the letter.
#[track_caller]
fn read_back(world: &World, arguments: &[&str], status: i32) -> Document {
    let graded = [&["grade"], arguments, &["--json", "r.json"]].concat();
    let words = world.jury(&graded, status).out;
    let text = std::fs::read_to_string(world.path("r.json")).expect("written");
    assert_eq!(world.jury(&["report", "r.json", "--json", "-"], 0).out, text);
    for format in ["--html", "--junit", "--markdown"] {
        world.jury(&["report", "r.json", format, "-"], 0);
    }
    assert_eq!(world.jury(&["report", "r.json"], 0).out, words);
    serde_json::from_str(&text).expect("strict")
}

fn verdicts(document: &Document) -> Vec<&str> {
    document.submissions.iter().map(|submission| submission.verdict.code()).collect()
}

const ALL: [&str; 6] = ["./p", "right.sh", "mute.sh", "one.sh", "crash.sh", "broken.c"];

#[test]
fn pass_or_fail() {
    let world = problem("", "");
    let whole = read_back(&world, &[&ALL[..], &["slow.sh"]].concat(), 1);
    assert_eq!(verdicts(&whole), ["AC", "WA", "WA", "RTE", "CE", "TLE"]);
    assert!(whole.submissions[1].cases[1].cpu_seconds.is_none(), "it stops at the first failure");
    let whole = read_back(&world, &[&ALL[..], &["-k"]].concat(), 1);
    assert!(whole.submissions[1].cases[1].cpu_seconds.is_some());
    read_back(&world, &["./p", "one.sh", "--case", "secret/a/b/*", "--time-limit", "1"], 0);
}

#[test]
fn scores_of_every_kind() {
    for kind in ["mean", "sum", "min"] {
        let checker = "[checker]\nprogram = \"part.sh\"\nprotocol = \"testlib\"\nfull = 2\n";
        let world = problem(&format!("[scoring]\nkind = \"{kind}\"\n{checker}"), POINTS);
        // Silence breaks the checker: the jury's fault, and no verdict of the submission.
        let whole = read_back(&world, &ALL, 2);
        assert_eq!(verdicts(&whole), ["PC", "JE", "PC", "RTE", "CE"], "{kind}");
        assert!(whole.submissions[0].score > Some(0.3), "{kind}");
    }
}

#[test]
fn dialogues() {
    let interactor = "[interactor]\nprogram = \"part.sh\"\nprotocol = \"icpc\"\n";
    let whole = read_back(&problem(interactor, ECHO), &[&ALL[..], &["-k"]].concat(), 1);
    assert_eq!(verdicts(&whole), ["AC", "WA", "WA", "RTE", "CE"]);
    assert!(whole.submissions[1].cases[0].transcript.is_some());
}
