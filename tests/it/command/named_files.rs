//! Programs that read their input from a file and write their output to one: at every level, by every
//! command that runs them.

use std::fs;

use super::common::{World, run};

const XML: &str = r#"<problem>
<judging input-file="in.txt" output-file="out.txt">
<testset name="tests">
<time-limit>10000</time-limit>
<memory-limit>268435456</memory-limit>
<test-count>2</test-count>
<input-path-pattern>tests/%02d</input-path-pattern>
<answer-path-pattern>tests/%02d.a</answer-path-pattern>
<tests><test method="manual"/><test method="manual"/></tests>
</testset>
</judging>
<assets>
<checker type="testlib"><source path="files/check.py"/></checker>
<solutions>
<solution tag="main"><source path="solutions/main.py"/></solution>
<solution tag="wrong-answer"><source path="solutions/stream.py"/></solution>
</solutions>
</assets>
</problem>
"#;

/// The output must be the answer and may not be empty.
const CHECK: &str = "import sys\nfound, wanted = (open(name).read().split() for name in sys.argv[2:4])\n\
    if found != wanted:\n    sys.stderr.write('wrong answer found ' + str(found))\n    sys.exit(1)\n";

/// Doubles the number in the file; what it reads and writes by the streams is not looked at.
const MAIN: &str = "import sys\nassert sys.stdin.read() == ''\nprint('rubbish')\n\
    open('out.txt', 'w').write(str(2 * int(open('in.txt').read())))\n";

/// A submission that does this to the output file.
fn spoils(how: &str) -> String {
    format!("import os\n{how}\n")
}

fn world() -> World {
    let world = World::new(&[
        ("p/problem.xml", XML),
        ("p/tests/01", "1\n"),
        ("p/tests/01.a", "2\n"),
        ("p/tests/02", "21\n"),
        ("p/tests/02.a", "42\n"),
        ("p/files/check.py", CHECK),
        ("p/solutions/main.py", MAIN),
        ("p/solutions/stream.py", "print(2 * int(open('in.txt').read()))\n"),
        ("own.in", "500\n"),
    ]);
    for (name, how) in [
        ("link.py", "os.symlink('/etc/hostname', 'out.txt')"),
        ("inner_link.py", "open('x', 'w').write('2'); os.symlink('x', 'out.txt')"),
        ("fifo.py", "os.mkfifo('out.txt')"),
        ("folder.py", "os.mkdir('out.txt')"),
        ("closed.py", "open('out.txt', 'w').write('7'); os.unlink('out.txt')"),
        ("over.py", "f = open('out.txt', 'wb')\nfor _ in range(65): f.write(bytes(1 << 20))"),
        ("read.py", "int(open('input.txt').read())"),
    ] {
        fs::write(world.path(name), spoils(how)).unwrap();
    }
    world
}

const REMARK: &str =
    "wrong answer: found []; it left no file `out.txt`, which counts as an empty output";

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn output_is_what_lies_in_the_file_and_nothing_else() {
    let world = world();
    let good = world.jury(&["grade", "./p", "p/solutions/main.py"], 0);
    assert!(good.out.starts_with("AC"), "{good:#?}");
    for name in ["link.py", "inner_link.py", "fifo.py", "folder.py", "closed.py"] {
        let told = world.jury(&["grade", "./p", name], 1);
        assert!(told.out.starts_with("WA") && told.out.contains(REMARK), "{name}: {told:#?}");
    }
    let stream = world.jury(&["grade", "./p", "p/solutions/stream.py"], 1);
    assert!(stream.out.contains(REMARK), "{stream:#?}");
    // As much as there may be is not too much.
    let full = "n = int(open('in.txt').read())\n\
                open('out.txt', 'w').write(str(2 * n).ljust(64 << 20 if n == 1 else 2))\n";
    fs::write(world.path("full.py"), full).unwrap();
    let full = world.jury(&["grade", "./p", "full.py"], 0);
    assert!(full.out.starts_with("AC"), "{full:#?}");
    // The memory limit is the program's, whose input is no memory of its own.
    let xml = XML.replace("268435456", "67108864");
    fs::write(world.path("p/problem.xml"), xml).unwrap();
    fs::write(world.path("p/tests/02"), format!("21{}\n", " ".repeat(65 << 20))).unwrap();
    let line = MAIN.replace("int(open('in.txt').read())", "int(open('in.txt').read(9))");
    fs::write(world.path("line.py"), line).unwrap();
    world.jury(&["grade", "./p", "line.py"], 0);
    fs::write(world.path("p/problem.xml"), XML).unwrap();
    let over = world.jury(&["grade", "./p", "over.py"], 1);
    assert!(over.out.contains("OLE") && over.out.contains("64.0 MiB of output"), "{over:#?}");
    let other = world.jury(&["grade", "./p", "read.py"], 1);
    assert!(other.out.starts_with("RTE") && other.out.contains("FileNotFoundError"), "{other:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn files_stand_for_streams_at_every_level() {
    let world = world();
    for level in ["contained", "fenced", "watched"] {
        let graded = run(&mut world.command(&[
            "grade",
            "./p",
            "p/solutions/main.py",
            "fifo.py",
            "link.py",
            "--sandbox",
            level,
        ]));
        assert_eq!(graded.status, 1, "{level}: {graded:#?}");
        assert!(graded.out.contains("AC  p/solutions/main.py"), "{level}: {graded:#?}");
        for name in ["fifo.py", "link.py"] {
            assert!(graded.out.contains(&format!("WA  {name}")), "{level}: {graded:#?}");
        }
    }
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn every_command_that_runs_programs_gives_them_their_files() {
    let world = world();
    let ran = world.jury(&["run", "./p", "p/solutions/main.py", "own.in", "--reference"], 0);
    assert_eq!(ran.out, "1000", "{ran:#?}");
    let proved = world.jury(&["verify", "./p"], 0);
    assert!(proved.out.contains("stream.py"), "{proved:#?}");
    fs::remove_file(world.path("p/tests/02.a")).unwrap();
    world.jury(&["generate", "./p"], 0);
    assert_eq!(fs::read_to_string(world.path("p/tests/02.a")).unwrap(), "42");
    // The main solution itself must leave the file.
    fs::remove_file(world.path("p/tests/02.a")).unwrap();
    fs::copy(world.path("p/solutions/stream.py"), world.path("p/solutions/main.py")).unwrap();
    let told = world.jury(&["generate", "./p"], 2);
    assert!(told.err.contains("left no file `out.txt`"), "{told:#?}");
    assert!(!world.path("p/tests/02.a").exists());
}
