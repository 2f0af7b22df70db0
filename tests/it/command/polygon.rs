//! A standard package of Polygon: its tests are made by its own commands, and its points are given by groups.

use std::fs;

use super::common::World;

const XML: &str = r#"<?xml version="1.0"?>
<problem short-name="double">
<names><name language="english" value="Double"/></names>
<judging input-file="" output-file="">
<testset name="tests">
<time-limit>4000</time-limit>
<memory-limit>268435456</memory-limit>
<test-count>4</test-count>
<input-path-pattern>tests/%02d</input-path-pattern>
<answer-path-pattern>tests/%02d.a</answer-path-pattern>
<tests>
<test method="manual" group="0" points="0"/>
<test method="generated" cmd="gen 5" group="1" points="10"/>
<test method="generated" cmd="gen 77" group="1" points="30"/>
<test method="generated" cmd="gen 1000" group="2" points="60"/>
</tests>
<groups>
<group name="0" points-policy="complete-group"/>
<group name="1" points-policy="each-test"><dependencies><dependency group="0"/></dependencies></group>
<group name="2" points-policy="complete-group"><dependencies><dependency group="0"/></dependencies></group>
</groups>
</testset>
</judging>
<files><executables>
<executable><source path="files/gen.py" type="python.3"/></executable>
</executables></files>
<assets>
<checker type="testlib"><source path="files/check.py" type="python.3"/></checker>
<validators><validator><source path="files/validate.py" type="python.3"/></validator></validators>
<solutions>
<solution tag="main"><source path="solutions/main.py" type="python.3"/></solution>
<solution tag="wrong-answer"><source path="solutions/small.py" type="python.3"/></solution>
<solution tag="do-not-run"><source path="solutions/never.py" type="python.3"/></solution>
</solutions>
</assets>
</problem>
"#;

/// The second line of an output may say that half of the points are enough.
const CHECK: &str = "import sys\nfound = open(sys.argv[2]).read().split()\n\
    if int(found[0]) != int(open(sys.argv[3]).read()):\n    sys.stderr.write('wrong answer no')\n    \
    sys.exit(1)\nif found[1:]:\n    sys.stderr.write('points ' + found[1])\n    sys.exit(7)\n";

/// Group 1 has small numbers.
const VALIDATE: &str = "import sys\nwords = dict(zip(sys.argv[1::2], sys.argv[2::2]))\n\
    assert words['--testset'] == 'tests'\nnumber = int(sys.stdin.read())\n\
    sys.exit(0 if words['--group'] != '1' or number < 100 else 1)\n";

fn world() -> World {
    World::new(&[
        ("p/problem.xml", XML),
        ("p/tests/01", "1\n"),
        ("p/files/gen.py", "import sys\nprint(sys.argv[1])\n"),
        ("p/files/check.py", CHECK),
        ("p/files/validate.py", VALIDATE),
        ("p/solutions/main.py", "print(2 * int(input()))\n"),
        ("p/solutions/small.py", "n = int(input())\nprint(2 * n if n < 50 else 0)\n"),
        ("p/solutions/never.py", "while True: pass\n"),
        ("half.py", "n = int(input())\nprint(2 * n, *([15] if n == 77 else []))\n"),
    ])
}

#[test]
fn a_standard_package_is_completed_and_judged_by_its_points() {
    let world = world();
    let told = world.jury(&["grade", "./p", "half.py"], 2);
    assert!(
        told.err.contains("lacks 3 of 4 inputs and 4 of 4 answers: `jury generate`"),
        "{told:#?}"
    );
    assert!(!world.path("p/tests/02").exists(), "looking changes nothing");
    world.jury(&["generate", "./p"], 0);
    let read = |name: &str| fs::read_to_string(world.path(&format!("p/tests/{name}"))).unwrap();
    assert_eq!(
        [read("02"), read("03.a"), read("04"), read("01.a")],
        ["5\n", "154\n", "1000\n", "2\n"]
    );
    // Of each test its own points; of the third, those that the checker gave.
    let graded = world.jury(&["grade", "./p", "half.py"], 1);
    assert!(
        graded.out.contains("score 85") && graded.out.contains("1  PC  25 of 40"),
        "{graded:#?}"
    );
    let small = world.jury(&["grade", "./p", "p/solutions/small.py"], 1);
    assert!(small.out.contains("score 10"), "{small:#?}");
    let proved = world.jury(&["verify", "./p"], 0);
    assert!(proved.out.contains("small.py") && !proved.out.contains("never.py"), "{proved:#?}");
    // A command of the wrong group's size is the setter's mistake, and nothing is written.
    let xml = XML.replace("gen 77", "gen 777");
    fs::write(world.path("p/problem.xml"), xml).unwrap();
    fs::remove_file(world.path("p/tests/03")).unwrap();
    let told = world.jury(&["generate", "./p"], 2);
    assert!(told.err.contains("generates an invalid input for tests/03"), "{told:#?}");
    assert!(!world.path("p/tests/03").exists());
}
