//! Matches and tournaments through the real sandbox: bots of every vice, interruptions, records and
//! what is wrong with them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use jury::arena::Record;
use jury::arena::game::Reason;
use jury::report::contest::json::Document;
use rustix::process::{Pid, Signal, kill_process};

use super::common::{World, run};

/// Plays the first legal move that it finds, under either protocol.
const FIRST: &str = include_str!("../../data/bots/first.c");

/// An honest bot that does this around its answers as well.
fn with(vice: &str) -> String {
    format!("#define {vice}\n{FIRST}")
}

/// Two honest bots that differ, and one that crashes in the middle of a session.
fn world() -> World {
    World::new(&[
        ("first.c", FIRST),
        ("other.c", &with("BEFORE if (!find(step) || turn % 2) find(capture) || find(step)")),
        ("crash.c", &with("BEFORE raise(SIGSEGV)")),
    ])
}

fn document(text: &str) -> Document {
    serde_json::from_str(text).expect("a strict document")
}

/// What each player lost by, and how often.
fn losses(document: &Document) -> BTreeMap<&str, Vec<(Reason, u64)>> {
    let mut losses = BTreeMap::<_, Vec<_>>::new();
    for count in &document.endings {
        for lost in &count.lost {
            losses.entry(lost.player.as_str()).or_default().push((count.reason, lost.games));
        }
    }
    losses
}

/// What an honest bot does wrong, its name, and by what it loses.
type Vice = (&'static str, &'static str, Reason, &'static str);

/// Each bot against an honest one, twice: each must lose both games by its own reason. Time is short
/// only where it is what they lose by, so that a slow machine changes nothing else.
#[track_caller]
fn vices(level: &str, protocol: &str, vices: &[Vice]) {
    let is_slow = |vice: &&Vice| [Reason::Time, Reason::Idle].contains(&vice.2);
    let (slow, others): (Vec<_>, Vec<_>) = vices.iter().partition(is_slow);
    lose(&["--sandbox", level, "--protocol", protocol, "--time-limit=0.5"], &slow);
    lose(&["--sandbox", level, "--protocol", protocol, "--time-limit=60"], &others);
}

#[track_caller]
fn lose(options: &[&str], vices: &[&Vice]) {
    if vices.is_empty() {
        return;
    }
    let mut files = vec![("first.c".to_owned(), FIRST.to_owned())];
    files.extend(vices.iter().map(|(name, vice, ..)| (format!("{name}.c"), with(vice))));
    let files: Vec<_> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let world = World::new(&files);
    let mut arguments = vec!["tournament", "--gauntlet", "--pairs=1", "--json=-", "-j4"];
    arguments.extend(options.iter().copied().chain(files.iter().map(|(name, _)| *name)));
    let did = world.jury(&arguments, 0);
    let document = document(&did.out);
    let losses = losses(&document);
    for (name, _, reason, words) in vices {
        assert_eq!(losses.get(name), Some(&vec![(*reason, 2)]), "{name}: {losses:?}");
        let failure = document.failures.iter().find(|failure| failure.player == *name);
        // The report shows the first few.
        assert!(failure.is_none_or(|failure| failure.words.contains(words)), "{failure:?}");
    }
    assert_eq!(losses.get("first"), None);
}

#[test]
fn every_failure_loses_by_its_own_reason() {
    vices(
        "full",
        "fresh",
        &[
            ("illegal", r#"BEFORE return puts("1\n0 1\n7 6") < 0"#, Reason::Illegal, "0 1"),
            ("silent", "BEFORE return 0", Reason::Malformed, "hops"),
            ("twice", r#"AFTER puts("1")"#, Reason::Malformed, "expected"),
            ("crash", "BEFORE raise(SIGSEGV)", Reason::Crash, "signal 11 (SIGSEGV)"),
            ("exit", "AFTER return 3", Reason::Crash, "exit code 3"),
            ("spin", "BEFORE for (;;)", Reason::Time, "of CPU time"),
            ("idle", "BEFORE pause()", Reason::Idle, "waited"),
            ("flood", r#"BEFORE for (;;) puts("1")"#, Reason::Output, "more than"),
            (
                "greedy",
                "BEFORE for (volatile char *all = malloc(1 << 30); ; all += 4096) *all = 1",
                Reason::Memory,
                "more than",
            ),
        ],
    );
}

#[test]
fn a_session_fails_by_the_same_reasons() {
    let all: [Vice; 11] = [
        ("early", r#"BEFORE if (turn == 0) puts("1\n0 1\n1 2")"#, Reason::Illegal, "0 1"),
        ("again", r#"AFTER puts("1\n0 1\n1 2"), fflush(stdout)"#, Reason::Illegal, "0 1"),
        ("one-move", "AFTER return 0", Reason::Malformed, "ended without an answer"),
        ("dies", "BEFORE if (turn == 2) raise(SIGSEGV)", Reason::Crash, "SIGSEGV"),
        ("ponders", "AFTER for (;;)", Reason::Time, "of CPU time"),
        ("closes", "AFTER close(1)", Reason::Malformed, "closed its output"),
        ("deaf", "AFTER for (;;) pause()", Reason::Idle, "waited"),
        ("reads-on", "AFTER for (;;) getchar()", Reason::Idle, "waited for what could not come"),
        ("words", r#"BEFORE printf("?")"#, Reason::Malformed, "expected"),
        (
            "noisy",
            r#"BEFORE for (int i = 0; i < 300000; i++) fputs("noise\n", stderr)"#,
            Reason::Output,
            "more than",
        ),
        (
            "greedy",
            "AFTER for (volatile char *all = malloc(1 << 30); ; all += 4096) *all = 1",
            Reason::Memory,
            "more than",
        ),
    ];
    vices("full", "session", &all);
    // Where no control group counts for us, what is measured between the answers counts.
    vices("contained", "session", &all[3..5]);
}

/// Who is slow to see what its session lacks is told: an end of its answer, a flush, or the question.
#[test]
fn words_of_a_session_say_what_is_missing() {
    let ahead = r#"fflush(stream) (puts("1\n0 1\n1 2"), (fflush)(stream))"#;
    let world = World::new(&[
        ("first.c", FIRST),
        ("mute.c", &with("BEFORE pause()")),
        ("half.c", &with(r#"BEFORE printf("1\n2 3"), fflush(stdout), pause()"#)),
        ("ahead.c", &format!("#include <stdio.h>\n{}", with(ahead))),
        ("whole.c", &with(r#"BEFORE fputs("reading\n", stderr); while (getchar() != EOF)"#)),
    ]);
    let bots =
        ["tournament", "first.c", "mute.c", "half.c", "ahead.c", "whole.c", "--gauntlet", "-j4"];
    let options = ["--pairs=1", "--time-limit=0.5", "--protocol=session", "--json=-", "--record=r"];
    let document = document(&world.jury(&[&bots[..], &options].concat(), 0).out);
    for (bot, reason, words) in [
        ("mute", Reason::Idle, "; it had written nothing: is its answer flushed?"),
        ("half", Reason::Idle, "; it had written `1 2 3`, but the last number"),
        ("whole", Reason::Idle, "; it had read the whole state, written nothing, and read on"),
        ("ahead", Reason::Illegal, " on 0 1; the bot wrote this before it was asked"),
    ] {
        let mut of_bot = document.failures.iter().filter(|failure| failure.player == bot);
        let failure = of_bot.next().expect("it failed");
        assert_eq!(failure.reason, reason, "{failure:?}");
        assert!(failure.words.contains(words), "{failure:?}");
        if bot == "whole" {
            let told = world.jury(&["replay", "r", &failure.game.to_string()], 0).out;
            assert!(told.ends_with("\n  | reading\n\n"), "{told}");
        }
    }
}

/// Standard error counts for each move anew.
#[test]
fn a_session_may_say_as_much_at_each_move() {
    let noise = "static char noise[6000]; setvbuf(stderr, noise, _IOFBF, sizeof noise)";
    let talks = with(&format!(
        r#"BEFORE {noise}; for (int i = 0; i < 100000; i++) fputs("noise\n", stderr); fflush(stderr)"#
    ));
    let world = World::new(&[("first.c", FIRST), ("talks.c", &talks)]);
    let options = ["--pairs=1", "--protocol=session"];
    let document = played(&world, ["first.c", "talks.c"], &options, 0);
    assert!(document.endings.iter().all(|ending| ending.reason != Reason::Output), "{document:?}");
}

/// A session that needs more than its wall time and was at work meanwhile is waited for; so it gets
/// to say what is illegal. (Whether a fresh process was at work shows in its whole wall time, which a
/// busy machine draws out: no test can rely on that.)
#[test]
fn who_was_at_work_is_not_idle() {
    let burn = "while (clock() < CLOCKS_PER_SEC / 4)";
    let says = r#"usleep(2700000); return puts("1\n0 1\n7 6") < 0"#;
    let slow = format!("#include <time.h>\n{}", with(&format!("BEFORE {burn}; {says}")));
    let world = World::new(&[("first.c", FIRST), ("slow.c", &slow)]);
    let options = ["--pairs=1", "--time-limit=0.5", "-j2", "--protocol=session"];
    let document = played(&world, ["first.c", "slow.c"], &options, 0);
    assert_eq!(losses(&document)["slow"], [(Reason::Illegal, 2)]);
}

/// The report of a match with these options, without what names its place.
fn played(world: &World, bots: [&str; 2], options: &[&str], status: i32) -> Document {
    let arguments: Vec<&str> =
        ["match"].iter().chain(&bots).chain(&["--json=-"]).chain(options).copied().collect();
    let mut document = document(&world.jury(&arguments, status).out);
    document.record = String::new();
    document
}

#[test]
fn the_result_does_not_depend_on_how_many_games_go_on_at_once() {
    let world = world();
    for (options, bots, status) in [
        (&["--pairs=8"][..], ["first.c", "other.c"], 0),
        (&["--pairs=4", "--protocol=session"], ["first.c", "other.c"], 0),
        (&["--pairs=40", "--sprt=elo1=200"], ["other.c", "crash.c"], 0),
        (&["--pairs=40", "--sprt=elo1=200"], ["crash.c", "other.c"], 1),
    ] {
        let one = played(&world, bots, &[options, &["-j1"]].concat(), status);
        let three = played(&world, bots, &[options, &["-j3"]].concat(), status);
        assert_eq!(one, three);
        assert!(one.finished);
        let test = one.duel.as_ref().expect("a match").sprt.as_ref();
        let decision = test.map(|test| test.decision.as_deref().expect("decided early"));
        assert_eq!(decision.is_some(), one.pairs.counted < one.pairs.planned, "{options:?}");
        assert_eq!(decision, test.map(|_| if status == 0 { "elo1" } else { "elo0" }));
    }
}

/// Begins a match of 40 games with this record, and stops it in the middle.
fn stopped(world: &World, record: &str, signal: Signal) -> (Child, Vec<u8>) {
    let arguments = ["match", "first.c", "other.c", "--pairs=20", "--record", record];
    let child = world.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut child = child.expect("jury starts");
    let until = Instant::now() + Duration::from_mins(1);
    loop {
        let so_far = std::fs::read_to_string(world.path(record)).unwrap_or_default();
        if so_far.matches("{\"end\"").count() >= 3 {
            break;
        }
        assert!(Instant::now() < until, "no game ends: {so_far}");
        assert!(child.try_wait().expect("a state").is_none(), "it ended too soon");
        std::thread::sleep(Duration::from_millis(2));
    }
    let pid = Pid::from_child(&child);
    kill_process(pid, signal).expect("it lives");
    child.wait().expect("it ends");
    let left = std::fs::read(world.path(record)).expect("a record");
    (child, left)
}

/// All moves and the end of every game.
fn games(world: &World, record: &str) -> BTreeMap<usize, String> {
    let bytes = std::fs::read(world.path(record)).expect("a record");
    let record = Record::read(bytes.as_slice()).expect("a strict record");
    assert_eq!(record.whole_bytes, bytes.len() as u64);
    let games = record.games.iter().map(|(game, played)| {
        let mut words = played.moves().collect::<Vec<_>>().join(" ");
        let _ = write!(words, " {:?}", played.ending);
        (*game, words)
    });
    games.collect()
}

#[test]
fn an_interrupted_match_goes_on_as_if_nothing_had_been() {
    let world = world();
    let whole = ["match", "first.c", "other.c", "--pairs=20", "--record=whole.jsonl"];
    let expected = world.jury(&whole, 0).out;
    for (record, signal) in [("killed.jsonl", Signal::KILL), ("int.jsonl", Signal::INT)] {
        let (mut child, left) = stopped(&world, record, signal);
        if signal == Signal::INT {
            assert_eq!(child.wait().expect("an end").code(), Some(130));
            let out = std::io::read_to_string(child.stdout.take().expect("a pipe")).expect("text");
            assert!(out.contains(&format!("jury match --resume {record}\n")), "{out}");
        }
        let did = world.jury(&["match", "--resume", record], 0);
        assert_eq!(games(&world, record), games(&world, "whole.jsonl"));
        let bytes = std::fs::read(world.path(record)).expect("a record");
        let whole = left.iter().rposition(|&byte| byte == b'\n').expect("lines") + 1;
        assert_eq!(bytes[..whole], left[..whole], "what was there stays");
        let ends = String::from_utf8_lossy(&bytes).matches("{\"end\"").count();
        assert_eq!(ends, 40, "no game is lost or repeated");
        assert_eq!(did.out.replace(record, "whole.jsonl"), expected);
        // And nothing is left to be done.
        let again = world.jury(&["match", "--resume", record], 0);
        assert_eq!((again.out, again.err.as_str()), (did.out, "building 2 bots\n"));
        assert_eq!(std::fs::read(world.path(record)).expect("a record"), bytes);
    }
}

#[test]
fn records_that_cannot_go_on_stay_as_they_are() {
    let world = world();
    let begin = ["match", "first.c", "crash.c", "--pairs=1", "--record=r.jsonl"];
    world.jury(&begin, 0);
    let text = std::fs::read_to_string(world.path("r.jsonl")).expect("a record");
    let resume = |text: &str, status: i32, words: &str| {
        std::fs::write(world.path("r.jsonl"), text).expect("written");
        let did = world.jury(&["match", "--resume=r.jsonl"], status);
        assert!(did.err.contains(words), "{did:#?}");
        if status != 0 {
            let now = std::fs::read_to_string(world.path("r.jsonl")).expect("a record");
            assert_eq!(now, text);
        }
    };
    resume("", 2, "r.jsonl:1:1: the record is empty, so there is nothing to resume");
    resume(&text.replacen("\"plies\"", "\"moves\"", 1), 2, "r.jsonl:");
    resume(&text.replacen("\"level\":\"", "\"level\":\"x", 1), 2, "r.jsonl:1:");
    let foreign = "the record's language of first.c: unknown language `klingon`";
    resume(&text.replacen("\"language\":\"c\"", "\"language\":\"klingon\"", 1), 2, foreign);
    resume(&text.replacen("\"profile\":\"seed\"", "\"profile\":\"x\"", 1), 2, "rules");
    let (lines, last) = text.trim_end().rsplit_once('\n').expect("lines");
    resume(&format!("{lines}\n{}", &last[..9]), 0, "");
    assert_eq!(games(&world, "r.jsonl").len(), 2);

    assert!(world.jury(&begin, 2).err.contains("--resume r.jsonl"));
    let record = std::fs::File::open(world.path("r.jsonl")).expect("a record");
    let lock = rustix::fs::FlockOperation::LockExclusive;
    rustix::fs::flock(&record, lock).expect("locked");
    let busy = world.jury(&["match", "--resume=r.jsonl"], 2);
    assert!(busy.err.contains("another jury process is writing to r.jsonl"), "{busy:#?}");
    drop(record);
    std::fs::write(world.path("crash.c"), FIRST).expect("written");
    let changed = world.jury(&["match", "--resume=r.jsonl"], 2);
    assert!(
        changed.err.contains("crash.c differs from the bot `crash` of the record"),
        "{changed:#?}"
    );
}

/// Two bots that crash unless they can read, and not write, the file that they are told of: only the first one is
/// shown it.
fn world_with_a_book() -> World {
    let world = world();
    let reads = with("BEFORE if (fopen(words[1], \"a\") || access(words[1], R_OK)) raise(SIGSEGV)");
    std::fs::write(world.path("reads.c"), reads).expect("a bot");
    std::fs::create_dir_all(world.path("reference/all")).expect("a folder");
    std::fs::create_dir(world.path("run")).expect("a folder");
    write_book(&world, "9-13\n");
    world
}

fn write_book(world: &World, text: &str) {
    std::fs::write(world.path("reference/all/moves"), text).expect("a book");
}

const WITH_A_BOOK: [&str; 8] = [
    "match",
    "reads.c",
    "reads.c",
    "--pairs=1",
    "--time-limit=60",
    "--files-of=1=reference",
    "--arguments-of=1=/files/all/moves",
    "--arguments-of=2=/files/all/moves",
];

#[track_caller]
fn only_the_second_crashed(document: &Document) {
    let losses = losses(document);
    assert_eq!(losses.get("reads (2)"), Some(&vec![(Reason::Crash, 2)]), "{losses:?}");
    let of_first = document.players.iter().find(|player| player.name == "reads");
    let files = of_first.and_then(|player| player.files.as_ref());
    assert_eq!(files.map(|files| files.path.as_str()), Some("reference"));
}

#[test]
fn a_bot_reads_its_own_files_and_nobody_else_does() {
    let world = world_with_a_book();
    for (level, record) in [("full", "one.jsonl"), ("fenced", "two.jsonl")] {
        let options = ["--sandbox", level, "--record", record, "--json=-"];
        let did = world.jury(&[&WITH_A_BOOK[..], &options].concat(), 0);
        only_the_second_crashed(&document(&did.out));
    }
    write_book(&world, "9-14\n");
    let did = world.jury(&["match", "--resume=one.jsonl"], 2);
    let changed = "reference, which bot `reads` reads, has changed since the record was begun";
    assert!(did.err.contains(changed), "{did:#?}");
    std::fs::remove_dir_all(world.path("reference")).expect("a folder");
    let did = world.jury(&["match", "--resume=one.jsonl"], 2);
    assert!(
        did.err.contains("there is no reference, which bot `reads` reads: its path"),
        "{did:#?}"
    );
    let refused = |options: &[&str], why: &str| {
        let did = world.jury(&[&["match", "first.c", "other.c"], options].concat(), 2);
        assert!(did.err.contains(why), "{did:#?}");
    };
    refused(&["--files-of=1=book"], "cannot let a bot read book: No such file or directory");
    refused(&["--files-of=1=first.c"], "cannot let a bot read first.c: it is no folder");
    refused(&["--files-of=3=run"], "there is no bot 3: they are 1 to 2");
    refused(&["--files-of=1=run", "--files-of=1=run"], "`--files-of` is given twice for bot 1");
    let lies_in = "would lie in run, which bot `first` reads";
    refused(&["--files-of=1=run", "--record=run/r.jsonl"], lies_in);
    refused(&["--files-of=1=run", "--json=run/r.json"], lies_in);
    refused(&["--files-of=1=run", "--plan=run/plan.json"], lies_in);
    refused(&["--files-of=1=."], "jury-record-1.jsonl would lie in .");
}

/// The plan lies in another folder, and what is made of it is as if it did not.
#[test]
fn a_shard_shows_bots_their_files() {
    let world = world_with_a_book();
    let plan = ["--plan=run/plan.json", "--shards=1", "--sandbox=fenced"];
    world.jury(&[&WITH_A_BOOK[..], &plan].concat(), 0);
    write_book(&world, "9-14\n");
    let did = world.jury(&["shard", "run/plan.json", "1"], 2);
    let changed = "/reference, which bot `reads` reads, has changed since the plan was made";
    assert!(did.err.contains(changed), "{did:#?}");
    write_book(&world, "9-13\n");
    world.jury(&["shard", "run/plan.json", "1"], 0);
    let did = world.jury(&["merge", "run/plan.json", "--json=-"], 0);
    only_the_second_crashed(&document(&did.out));
    let did = world.jury(&["match", "--resume=run/plan.jsonl", "--json=-"], 0);
    only_the_second_crashed(&document(&did.out));
}

/// Lines of progress are for whoever looks: that nobody does is no fault of the record.
#[test]
fn a_match_goes_on_when_nobody_reads_its_progress() {
    let world = world();
    let begin = ["match", "first.c", "other.c", "--pairs=2", "--record=r.jsonl"];
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let did = run(world.command(&begin).stderr(writer));
    assert_eq!(did.status, 0, "{did:#?}");
    assert_eq!(games(&world, "r.jsonl").len(), 4);
}

#[test]
fn odd_names_act_on_no_terminal() {
    let odd = "new\nline \u{1b}[31m.c";
    let world = World::new(&[("first.c", FIRST), (odd, FIRST)]);
    let record = "r\u{1b}[31m.jsonl";
    let did = world.jury(&["match", odd, "first.c", "--pairs=1", "--record", record], 0);
    assert_eq!(did.err.lines().count(), 3, "a line at the start and at each end: {}", did.err);
    assert!(did.err.contains("2 of 2 games: new\\nline \\u{1b}[31m 0 won"), "{}", did.err);
    assert!(did.out.contains("record: r\\u{1b}[31m.jsonl\n"), "{}", did.out);
    assert!(!(did.out + &did.err).contains('\u{1b}'));
}

/// A header may ask for more games than anybody could list.
#[test]
fn games_to_come_take_no_memory() {
    let world = world();
    let options = ["--pairs=40", "--sprt=elo1=200", "--record=r.jsonl"];
    world.jury(&[&["match", "other.c", "crash.c"], &options[..]].concat(), 0);
    let text = std::fs::read_to_string(world.path("r.jsonl")).expect("a record");
    let games = text.find("{\"start\"").expect("a game");
    let header = text[..games].replacen("\"pairs\":40", "\"pairs\":4000000000", 1);
    std::fs::write(world.path("r.jsonl"), header).expect("written");
    let resume = world.command(&["match", "--resume=r.jsonl"]);
    let mut limited = std::process::Command::new("sh");
    limited.args(["-c", "ulimit -v 8000000 && exec \"$0\" \"$@\""]);
    limited.arg(resume.get_program()).args(resume.get_args()).current_dir(world.path(""));
    limited.envs(resume.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let did = run(&mut limited);
    assert_eq!(did.status, 0, "{did:#?}");
    assert!(did.out.contains("passed: as strong as elo1 = 200"), "{did:#?}");
}

#[test]
fn what_cannot_be_played_is_told_before_a_record_begins() {
    let world = world();
    std::fs::write(world.path("book.txt"), "9-13\n# two\n9-13  22-19\n").expect("written");
    std::fs::write(world.path("broken.c"), "int main(").expect("written");
    std::fs::write(world.path("one.txt"), "9-13\n").expect("written");
    std::fs::hard_link(world.path("book.txt"), world.path("linked")).expect("linked");
    std::os::unix::fs::symlink("r", world.path("dangling")).expect("linked");
    let case = |arguments: &[&str], words: &str| {
        let did = world.jury(&[&["match"], arguments].concat(), 2);
        assert!(did.err.contains(words), "{did:#?}");
    };
    case(
        &["first.c", "other.c", "--openings=book.txt"],
        "book.txt:3:7: `22-19` is not a legal move",
    );
    case(&["first.c", "other.c", "--openings=none.txt"], "cannot read none.txt");
    case(
        &["first.c", "other.c", "--openings=/dev/zero"],
        "/dev/zero is too large: at most 4.0 MiB",
    );
    case(&["first.c", "other.c", "--openings=one.txt"], "one.txt gave 1 opening, and 100 pairs");
    case(&["first.c", "other.c", "--pairs=301"], "the shipped book gave 300 openings");
    case(&["first.c", "other.c", "--random-plies=1", "--pairs=20"], "gave 7 openings, and 20");
    case(&["first.c", "none.c"], "there is no bot none.c");
    case(&["first.c", "refrence"], "there is no bot refrence: did you mean `reference`?");
    case(&["random", "first.c"], "checkers/submissions/accepted/random.cpp`?");
    case(&["first.c", "broken.c"], "bot broken.c does not build");
    std::fs::write(world.path("plain"), "no program").expect("written");
    std::fs::create_dir(world.path("both")).expect("a folder");
    std::fs::copy(world.path("first.c"), world.path("both/a.c")).expect("copied");
    std::fs::write(world.path("both/b.py"), "").expect("written");
    case(&["first.c", "plain"], "lists, or an executable program\n");
    case(&["first.c", "both"], "expected a single language, or one file called `main`\n");
    case(&["first.c"], "2 values required");
    case(&["first.c", "other.c", "--sprt=elo0=9,elo1=8"], "elo0 must be below elo1");
    case(&["first.c", "other.c", "--resume=r"], "cannot be used with");
    case(&["first.c", "other.c", "--json=no/report"], "there is no folder no");
    case(&["first.c", "other.c", "--json=./first.c"], "would overwrite first.c");
    case(&["first.c", "other.c", "--pdn=book.txt", "--openings=book.txt"], "would overwrite");
    case(&["first.c", "other.c", "--pdn=x", "--json=x"], "two reports cannot both go to x");
    case(&["first.c", "other.c", "--record=r", "--json=./r"], "would overwrite r");
    case(&["first.c", "other.c", "--record=r", "--json=dangling"], "would overwrite r");
    case(&["--resume=linked", "--json=book.txt"], "would overwrite linked");
    case(&["first.c", "other.c", "--record=-"], "cannot go to standard output");
    case(&["first.c", "other.c", "--record=/dev/null"], "it is not a regular file");
    case(&["first.c", "other.c", "--record=/tmp"], "it is a folder");
    let left = std::fs::read_dir(world.path("")).expect("a folder").flatten();
    let records = left.filter(|entry| entry.file_name().to_string_lossy().ends_with(".jsonl"));
    assert_eq!(records.count(), 0);
}

#[test]
fn a_pipe_is_told_of_games_that_end_after_a_silence() {
    let world = world();
    let lines = |seconds: &str| {
        let mut command = world.command(&["match", "first.c", "other.c", "--pairs=6"]);
        let did = run(command.env("JURY_PROGRESS", seconds));
        assert_eq!(did.status, 0, "{did:#?}");
        let games = did.err.lines().filter(|line| line.contains(" of 12 games"));
        games.map(str::to_owned).collect::<Vec<_>>()
    };
    // After any silence all games are told, after an hour's each tenth.
    let (all, tenths) = (lines("1e-9"), lines("3600"));
    assert_eq!((all.len(), tenths.len()), (12, 10));
    // The first waits for the other of its pair.
    assert!(all[0].starts_with("1 of 12 games (0 counted): "), "{}", all[0]);
}

#[test]
fn a_tournament_rates_all_and_shows_who_met_whom() {
    let world = world();
    let bots = ["tournament", "first.c", "other.c", "crash.c", "--pairs=2"];
    let did = world.jury(&[&bots[..], &["--pdn=games.pdn", "--json=report.json"]].concat(), 0);
    assert!(did.out.contains("points against"), "{did:#?}");
    assert!(did.out.contains("crash lost by crash: signal 11 (SIGSEGV)"), "{did:#?}");
    assert!(did.out.contains("sandbox "), "{did:#?}");
    let last = did.out.lines().last().expect("lines");
    assert!(last.contains(" leads: Elo +"), "{last}");
    assert!(did.err.starts_with("building 3 bots\n"), "{}", did.err);
    assert_eq!(did.err.lines().count(), 11, "a line at each tenth: {}", did.err);
    assert!(did.err.contains("12 of 12 games: "), "{}", did.err);
    let document = document(&std::fs::read_to_string(world.path("report.json")).expect("JSON"));
    assert_eq!(document.players[2].name, "crash");
    assert_eq!(document.players[2].games.lost, 8);
    assert_eq!((document.meetings.len(), document.duel), (3, None));
    assert_eq!(document.record, "jury-record-1.jsonl");
    let games = std::fs::read_to_string(world.path("games.pdn")).expect("PDN");
    assert_eq!(games.matches("[GameType ").count(), 12);
    // A second one has a record of its own.
    run(&mut world.command(&bots));
    assert!(world.path("jury-record-2.jsonl").exists());
}
