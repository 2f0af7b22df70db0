//! Headers that programs of a problem share: where they are found, and where they are not.

use std::os::unix::fs::symlink;

use super::common::{Did, World};

const SETTINGS: &str = "name = 'P'\n[checker]\nprogram = 'check.cpp'\nprotocol = 'testlib'\n\
                        [validator]\nprogram = 'programs/validate.cpp'\nprotocol = 'testlib'\n";
const PROGRAM: &str = "#include \"shared.h\"\nint main() { return STATUS; }\n";
const HEADER: &str = "#define STATUS 0\n";

/// A problem whose checker and validator include a header, and these files.
fn world(files: &[(&str, &str)]) -> World {
    let own = [
        ("all/p/problem.toml", SETTINGS),
        ("all/p/check.cpp", PROGRAM),
        ("all/p/programs/validate.cpp", PROGRAM),
        ("all/p/data/sample/1.in", "1\n"),
        ("all/p/data/sample/1.ans", "1\n"),
        ("a.py", "print(1)\n"),
    ];
    World::new(&[&own, files].concat())
}

/// Both programs build with these files.
#[track_caller]
fn found(files: &[(&str, &str)]) {
    let world = world(files);
    world.jury(&["grade", "./all/p", "a.py"], 0);
    world.jury(&["validate", "./all/p"], 0);
}

#[track_caller]
fn missing(world: &World) -> Did {
    let did = world.jury(&["grade", "./all/p", "a.py"], 2);
    let advice = "`shared.h` is looked for beside the program, in the problem's folder";
    assert!(did.err.contains("does not build") && did.err.contains(advice), "{did:#?}");
    did
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_header_may_lie_in_several_places() {
    found(&[("all/p/shared.h", HEADER)]);
    found(&[("all/p/include/shared.h", HEADER)]);
    found(&[("all/include/shared.h", HEADER)]);
    let other = "#include \"lib/other.h\"\n";
    found(&[("all/include/shared.h", other), ("all/p/include/lib/other.h", HEADER)]);
    // The nearest one counts.
    found(&[("all/p/shared.h", HEADER), ("all/include/shared.h", "#define STATUS 3\n")]);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_changed_header_is_built_anew() {
    let world = world(&[("all/p/shared.h", HEADER)]);
    world.jury(&["grade", "./all/p", "a.py"], 0);
    std::fs::write(world.path("all/p/shared.h"), "#define STATUS 1\n").expect("written");
    let did = world.jury(&["grade", "./all/p", "a.py"], 1);
    assert!(did.out.starts_with("WA "), "{did:#?}");
}

#[test]
fn nothing_is_read_from_elsewhere() {
    missing(&world(&[("all/other/shared.h", HEADER), ("shared.h", HEADER)]));
    let linked = world(&[("shared.h", HEADER)]);
    symlink(linked.path("shared.h"), linked.path("all/p/shared.h")).expect("linked");
    missing(&linked);
    let linked = world(&[("elsewhere/shared.h", HEADER)]);
    symlink(linked.path("elsewhere"), linked.path("all/include")).expect("linked");
    missing(&linked);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn the_user_s_folders_of_headers_come_last() {
    let world = world(&[("mine/shared.h", HEADER), ("settings/jury/include/shared.h", HEADER)]);
    let grade = |variable: &str, folder: &str| {
        let mut command = world.command(&["grade", "./all/p", "a.py"]);
        command.env(variable, world.path(folder)).output().expect("jury runs")
    };
    for (variable, folder) in [("JURY_INCLUDE", "mine"), ("XDG_CONFIG_HOME", "settings")] {
        let did = grade(variable, folder);
        assert_eq!(did.status.code(), Some(0), "{variable}: {did:?}");
    }
    let did = missing(&world);
    assert!(did.err.contains("in `$JURY_INCLUDE`"), "{did:#?}");
    // The problem's own decides.
    std::fs::write(world.path("all/p/shared.h"), "#define STATUS 1\n").expect("written");
    assert_eq!(grade("JURY_INCLUDE", "mine").status.code(), Some(1));
}

#[test]
fn submissions_see_no_headers_of_the_problem() {
    let source = "#include \"shared.h\"\n#include <cstdio>\nint main() { puts(\"1\"); }\n";
    let world = world(&[("all/p/shared.h", HEADER), ("a.cpp", source)]);
    let did = world.jury(&["grade", "./all/p", "a.cpp"], 1);
    assert!(did.out.starts_with("CE "), "{did:#?}");
}
