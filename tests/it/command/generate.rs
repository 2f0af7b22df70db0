//! `jury generate`: only what differs is made, nothing changes when a part fails, and `--check`
//! proves without writing.

use std::time::SystemTime;

use super::common::World;

const SETTINGS: &str = "name = \"P\"\nreference = \"echo.py\"\n\
    [checker]\nname = \"four-in-line\"\n\
    [[generator]]\nprogram = \"generators/seed.py\"\nname = \"secret/g-{}\"\ncount = 4\n";

fn package() -> World {
    World::new(&[
        ("p/problem.toml", SETTINGS),
        ("p/generators/seed.py", "import sys\nprint(sys.argv[-1])\n"),
        ("p/echo.py", "print(int(input()))\n"),
        ("p/data/secret/hand.in", "7\n"),
        ("p/data/secret/hand.ans", "7\n"),
    ])
}

fn write(world: &World, name: &str, text: &str) {
    std::fs::write(world.path(name), text).expect("written");
}

fn read(world: &World, name: &str) -> String {
    std::fs::read_to_string(world.path(name)).expect("there")
}

/// When each file of the data was last written.
fn times(world: &World) -> Vec<(String, SystemTime)> {
    let entries = std::fs::read_dir(world.path("p/data/secret")).expect("readable").flatten();
    let mut times: Vec<_> = entries
        .map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, entry.metadata().and_then(|data| data.modified()).expect("a time"))
        })
        .collect();
    times.sort_unstable();
    times
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn check_lists_what_differs_and_writes_nothing() {
    let world = package();
    let before = times(&world);
    let did = world.jury(&["generate", "./p", "--check"], 1);
    assert!(did.out.starts_with("secret/g-001: is missing\n"), "{did:#?}");
    assert!(did.out.ends_with("p: 4 cases are out of date: run `jury generate`\n"), "{did:#?}");
    assert_eq!(times(&world), before);
    world.jury(&["generate", "./p", "-j", "3"], 0);
    let did = world.jury(&["generate", "./p", "--check"], 0);
    assert_eq!(did.out, "p: all generated cases are up to date\n");

    write(&world, "p/data/secret/g-002.in", "5\n");
    write(&world, "p/data/secret/g-003.ans", "many\n");
    std::fs::remove_file(world.path("p/data/secret/g-004.ans")).expect("removed");
    let before = times(&world);
    let did = world.jury(&["generate", "./p", "--check"], 1);
    let lines: Vec<&str> = did.out.lines().collect();
    assert_eq!(lines[0], "secret/g-002: differs from what its generator rule generates");
    assert!(lines[1].starts_with("secret/g-003: the checker rejects its answer: "), "{did:#?}");
    assert_eq!(lines[2], "secret/g-004: has no answer");
    assert_eq!(times(&world), before);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn only_what_differs_is_written_and_nothing_made_by_hand() {
    let world = package();
    world.jury(&["generate", "./p"], 0);
    write(&world, "p/data/secret/g-002.in", "5\n");
    write(&world, "p/data/secret/g-003.ans", "many\n");
    write(&world, "p/data/secret/hand.ans", "8\n");
    let before = times(&world);
    let did = world.jury(&["generate", "./p"], 0);
    assert!(did.out.ends_with("p: 3 files written\n"), "{did:#?}");
    assert!(did.out.contains("wrote p/data/secret/g-003.ans\n"), "{did:#?}");
    assert_eq!(read(&world, "p/data/secret/g-002.in"), "2\n");
    assert_eq!(read(&world, "p/data/secret/g-003.ans"), "3\n");
    assert_eq!(read(&world, "p/data/secret/hand.ans"), "8\n");
    let after = times(&world);
    std::fs::remove_file(world.path("p/data/secret/g-001.ans")).expect("there");
    assert!(world.jury(&["generate", "./p"], 0).out.ends_with("p: 1 file written\n"));
    let changed: Vec<&str> = before
        .iter()
        .zip(&after)
        .filter(|(before, after)| before != after)
        .map(|((name, _), _)| name.as_str())
        .collect();
    assert_eq!(changed, ["g-002.ans", "g-002.in", "g-003.ans"]);
}

/// Those of samples are the statement's.
#[test]
fn all_answers_but_those_of_samples_are_made_anew_where_that_is_asked() {
    let world = World::new(&[
        ("p/problem.toml", "name = \"P\"\nreference = \"echo.sh\"\n"),
        ("p/echo.sh", "read -r line\necho \"$line\"\n"),
        ("p/data/sample/1.in", "5\n"),
        ("p/data/sample/1.ans", "6\n"),
        ("p/data/secret/hand.in", "7\n"),
        ("p/data/secret/hand.ans", "8\n"),
        // As it would be made anew.
        ("p/data/secret/right.in", "9\n"),
        ("p/data/secret/right.ans", "9\n"),
    ]);
    world.jury(&["generate", "./p"], 0);
    assert_eq!(read(&world, "p/data/secret/hand.ans"), "8\n", "nobody asked");
    let did = world.jury(&["generate", "./p", "--answers"], 0);
    assert!(did.out.ends_with("p: 1 file written\n"), "{did:#?}");
    assert_eq!(read(&world, "p/data/secret/hand.ans"), "7\n");
    assert_eq!(read(&world, "p/data/sample/1.ans"), "6\n");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_part_that_fails_is_named_with_its_last_words_and_nothing_is_written() {
    let world = package();
    world.jury(&["generate", "./p"], 0);
    write(&world, "p/data/secret/g-001.in", "5\n");
    let before = times(&world);
    let failing = |name: &str, source: &str, part: &str| {
        let right = read(&world, name);
        write(&world, name, source);
        let did = world.jury(&["generate", "./p", "-j2"], 2);
        assert!(did.err.contains(part), "no {part:?} in {did:#?}");
        assert_eq!(times(&world), before, "something was written");
        write(&world, name, &right);
    };
    let generator = "p/generators/seed.py";
    let of_three = |then: &str| {
        format!("import sys\nif sys.argv[-1] == '3':\n    {then}\nprint(sys.argv[-1])\n")
    };
    let fails = "generators/seed.py failed on secret/g-003: ";
    let crash = of_three("sys.exit('three is bad')");
    failing(generator, &crash, &format!("{fails}exit code 1: three is bad"));
    failing(generator, &of_three("sys.exit(0)"), &format!("{fails}wrote nothing"));
    let flood = of_three("\n    while True: print('x' * 1000000)");
    failing(generator, &flood, &format!("{fails}more than 256.0 MiB of output"));
    failing(generator, "print(\n", "generators/seed.py does not build");
    let refuse = "import sys\nsys.exit('no')\n";
    failing("p/echo.py", refuse, "echo.py fails on secret/g-001: exit code 1: no");
    let broken = "the checker fails on the reference's output for secret/g-001: bad answer file: ";
    failing("p/echo.py", "print('many')\n", broken);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_listed_case_that_cannot_be_made_is_counted() {
    let listed = "data: {secret: {data: {a: {in: '4'}, b: no_such.py 1}}}\n";
    let world = World::new(&[
        ("p/problem.yaml", "problem_format_version: 2025-09\nname: P\nlimits: {time_limit: 1}\n"),
        ("p/generators/generators.yaml", listed),
        ("p/submissions/accepted/a.py", "print(input())\n"),
    ]);
    let did = world.jury(&["generate", "./p"], 1);
    assert!(did.out.ends_with("p: 2 files written; 1 listed case was not made\n"), "{did:#?}");
    assert!(did.err.contains("warning: p/generators/generators.yaml:1:"), "{did:#?}");
    let did = world.jury(&["generate", "./p", "--check"], 1);
    let words = "p: all generated cases are up to date; 1 listed case was not made\n";
    assert!(did.out.ends_with(words), "{did:#?}");
}

/// A checker that gives nobody more than half.
#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn an_answer_may_have_a_part_of_the_points() {
    let world = World::new(&[
        (
            "p/problem.toml",
            "name = \"P\"\nreference = \"echo.py\"\n[scoring]\nkind = \"sum\"\n[checker]\nprogram = \"check.py\"\n\
             protocol = \"testlib\"\nfull = 10\n\
             [[generator]]\nprogram = \"seed.py\"\nname = \"secret/g-{}\"\ncount = 1\n",
        ),
        ("p/seed.py", "import sys\nprint(sys.argv[-1])\n"),
        ("p/echo.py", "print(int(input()))\n"),
        (
            "p/check.py",
            "import sys\nhas = open(sys.argv[2]).read()\nprint('points', 5 if has else 0, file=sys.stderr)\n\
             sys.exit(7)\n",
        ),
    ]);
    world.jury(&["generate", "./p"], 0);
    std::fs::remove_file(world.path("p/data/secret/g-001.ans")).expect("removed");
    write(&world, "p/echo.py", "\n");
    let told = world.jury(&["generate", "./p"], 2);
    assert!(told.err.contains("secret/g-001"), "{told:#?}");
}
