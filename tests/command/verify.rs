//! `jury verify` and `jury generate`: a package is made, proved, and found out when it breaks what
//! it promises.

use super::common::World;

fn package() -> World {
    World::new(&[
        (
            "p/problem.toml",
            "name = \"P\"\nreference = \"submissions/accepted/echo.py\"\n[[recipe]]\n\
             generator = \"generators/seed.py\"\nname = \"secret/g-{}\"\ncount = 2\n",
        ),
        ("p/generators/seed.py", "import sys\nprint(sys.argv[-1])\n"),
        ("p/submissions/accepted/echo.py", "print(input())\n"),
        ("p/submissions/wrong_answer/one.py", "print(1)\n"),
        ("p/submissions/compile_error/broken.py", "print(\n"),
    ])
}

#[test]
fn a_package_is_made_and_proved() {
    let world = package();
    let made = world.jury(&["generate", "./p"], 0);
    assert!(made.out.ends_with("p: 4 files written\n"), "{made:#?}");
    assert_eq!(world.jury(&["generate", "./p"], 0).out, "p: 0 files written\n");
    let answer = std::fs::read_to_string(world.path("p/data/secret/g-002.ans"));
    assert_eq!(answer.expect("made"), "2\n");
    let proved = world.jury(&["verify", "./p"], 0);
    assert!(proved.out.contains("wrong_answer/one.py  caught by secret/g-002\n"), "{proved:#?}");
    assert!(proved.out.ends_with("1 of 1 problems hold what they promise\n"), "{proved:#?}");
}

#[test]
fn each_broken_promise_is_found() {
    let world = package();
    world.jury(&["generate", "./p"], 0);
    let write = |name: &str, text: &str| {
        std::fs::write(world.path(name), text).expect("written");
    };
    write("p/data/secret/again.in", "2 \r\n");
    write("p/data/secret/again.ans", "2\n");
    write("p/data/secret/g-001.in", "7\n");
    write("p/submissions/wrong_answer/right.py", "print(input())\n");
    let found = world.jury(&["verify", "./p"], 1);
    for part in [
        "secret/g-002: has the same input as secret/again",
        "secret/g-001: differs from what its recipe makes",
        "secret/g-001: the reference gets WA",
        "accepted/echo.py: gets WA, but its folder says AC",
        "0 of 1 problems hold what they promise",
    ] {
        assert!(found.out.contains(part), "{part}: {}", found.out);
    }
}
