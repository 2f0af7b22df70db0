//! A package of TPS whose validator is a script: it reads standard input, and rejects by its assertions.

use std::fs;

use super::common::World;

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_validator_rejects_by_an_assertion_and_is_broken_by_its_own_mistake() {
    let validator = "a, b = map(int, input().split())\nassert a < 10, 'a is too large'\n";
    let subtasks = r#"{"global_validators": ["check.py"], "subtask_sensitive_validators": [],
        "subtasks": {"all": {"index": 0, "score": 100, "validators": []}}}"#;
    let world = World::new(&[
        (
            "t/problem.json",
            r#"{"name": "sum", "title": "Sum", "type": "Batch", "time_limit": 4, "memory_limit": 256,
                "has_grader": false}"#,
        ),
        ("t/gen/data", "@subtask all\nmanual 1.in\n"),
        ("t/gen/manual/1.in", "1 2\n"),
        ("t/subtasks.json", subtasks),
        ("t/solutions.json", r#"{"good.py": {"verdict": "model_solution"}}"#),
        ("t/solution/good.py", "print(sum(map(int, input().split())))\n"),
        ("t/validator/check.py", validator),
        ("t/tests/0-01.in", "1 2\n"),
        ("t/tests/0-01.out", "3\n"),
    ]);
    world.jury(&["verify", "./t"], 0);
    for (input, words) in [
        ("90 2\n", "0-01.in: AssertionError: a is too large"),
        ("x y\n", "0-01.in: ValueError: invalid literal"),
    ] {
        fs::write(world.path("t/tests/0-01.in"), input).unwrap();
        let found = world.jury(&["verify", "./t"], 1);
        assert!(found.out.contains(words), "{found:#?}");
    }
    fs::write(world.path("t/validator/check.py"), validator.replace("input", "inptu")).unwrap();
    let broken = world.jury(&["verify", "./t"], 1);
    assert!(
        broken.out.contains("check.py`: it crashed; its standard error ends with: NameError"),
        "{broken:#?}"
    );
}
