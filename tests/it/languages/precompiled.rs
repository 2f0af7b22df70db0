//! Headers that are compiled once: used from the fifth build on, and by nobody whose meaning they could
//! change.

use std::fs;

use jury::submission::{Languages, Program};

use super::workshop::Workshop;

/// C++ whose compiler says what it includes, and which compiles this header in advance.
fn workshop(header: &str) -> Workshop {
    let mut workshop = Workshop::new();
    let text = format!(
        r#"
        [[language]]
        name = "traced"
        title = "Traced C++"
        like = "cpp"
        probes = [{{ word = "static" }}, {{ word = "precompile", value = "{header}" }}]
        build = ["{{cxx}}", "-H", "{{precompiled}}", "-o", "/box/out/program", "{{sources}}"]
        "#
    );
    // Not beside the sources, where a contestant could have written it.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("languages.toml");
    fs::write(&file, text).unwrap();
    workshop.languages = Languages::with(&file).unwrap();
    workshop
}

fn build(workshop: &Workshop, text: &str) -> Program {
    let path = workshop.write("mine.cpp", text);
    workshop.build_as(&path, "traced")
}

/// Whether the compiled header was used: then the compiler marks it so.
fn used_it(program: &Program) -> bool {
    program.messages.contains("! src/vector.gch")
}

fn bytes(program: &Program) -> Vec<u8> {
    fs::read(program.view.program.as_ref().unwrap().join("program")).unwrap()
}

#[test]
fn a_compiled_header_is_used_from_the_fifth_build_on_and_changes_nothing() {
    let workshop = workshop("vector");
    let text = "#include <vector>\nint main() { return int(std::vector<int>(3).size()) - 3; }\n";
    let program = |number: i32| build(&workshop, &format!("{text}// {number}\n"));
    let built = [1, 2, 3, 4, 5, 6].map(program);
    let (without, with) = built.split_at(4);
    for earlier in without {
        assert!(!used_it(earlier), "{}", earlier.messages);
    }
    for later in with {
        assert!(used_it(later), "{}", later.messages);
        assert!(bytes(&built[0]) == bytes(later), "another program");
    }
    let not_first = build(&workshop, &format!("#define NDEBUG\n{text}"));
    assert!(!used_it(&not_first), "{}", not_first.messages);
    // What does not build is compiled without, so that its author reads what everybody reads.
    let path = workshop.write("mine.cpp", "#include <vector>\nstd::vector<> x;\n");
    let message = workshop.complaint_as(&path, "traced");
    assert!(!message.contains(".gch") && message.contains("mine.cpp:2"), "{message}");
}

#[test]
fn a_header_that_cannot_be_compiled_is_done_without() {
    let workshop = workshop("no/such.h");
    for number in 1..=6 {
        let text = format!("#if 0 // {number}\n#include <no/such.h>\n#endif\nint main() {{}}\n");
        assert!(!used_it(&build(&workshop, &text)));
        let path = workshop.write("wrong.cpp", &format!("#include <no/such.h>\n// {number}\n"));
        let message = workshop.complaint_as(&path, "traced");
        assert!(message.contains("no/such.h: No such file"), "{message}");
    }
}
