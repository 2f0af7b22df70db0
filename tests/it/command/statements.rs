//! Statements in packages for other judges: all languages where a family takes several, and a PDF where it takes one.

use std::fs;

use super::common::World;

#[test]
fn statements_go_in_all_languages_or_the_others_are_told() {
    let world = World::new(&[
        ("p/problem.toml", "name = \"Zero\"\n"),
        ("p/data/1.in", "1\n"),
        ("p/data/1.ans", "0\n"),
        ("p/submissions/accepted/zero.c", "#include <stdio.h>\nint main(void) { puts(\"0\"); }\n"),
        ("p/statement/problem.en.pdf", "%PDF-1.4\n"),
        ("p/statement/problem.pl.md", "# Zero\n\nWypisz zero.\n"),
    ]);
    let export = |source: &str, family: &str| {
        let told =
            world.jury(&["export", source, "--to", family, &format!("./{family}"), "--lossy"], 0);
        told.err
    };
    export("./p", "polygon");
    let xml = fs::read_to_string(world.path("polygon/problem.xml")).unwrap();
    for words in
        ["<name language=\"polish\"", "type=\"application/pdf\"", "statements/polish/problem.tex"]
    {
        assert!(xml.contains(words), "{words}: {xml}");
    }
    assert!(world.path("polygon/statements/.pdf/english/problem.pdf").exists());
    for (family, place) in [("cms", "statement/statement.pdf"), ("domjudge", "problem.pdf")] {
        let told = export("./p", family);
        assert!(told.contains("statements in other languages (pl)"), "{told}");
        let text = fs::read_to_string(world.path(&format!("{family}/{place}"))).unwrap();
        assert_eq!(text, "%PDF-1.4\n");
    }
    // What Polygon has in folders of languages goes along, too.
    export("./polygon", "kattis-legacy");
    for name in ["problem.en.pdf", "problem.pl.tex"] {
        assert!(world.path(&format!("kattis-legacy/problem_statement/{name}")).exists(), "{name}");
    }
    fs::remove_dir_all(world.path("kattis-legacy")).unwrap();
    export("./p", "kattis-legacy");
    export("./p", "icpc");
    for folder in ["kattis-legacy/problem_statement", "icpc/statement"] {
        let text = fs::read_to_string(world.path(&format!("{folder}/problem.pl.tex"))).unwrap();
        assert!(text.contains("\\problemname{Zero}\n\n\nWypisz zero."), "{text}");
    }
    // What is of the format stays as it is.
    fs::rename(
        world.path("icpc/statement/problem.pl.tex"),
        world.path("icpc/statement/problem.pl.md"),
    )
    .unwrap();
    world.jury(&["export", "./icpc", "--to", "icpc", "./again", "--lossy"], 0);
    assert!(world.path("again/statement/problem.pl.md").exists());
}

#[test]
fn who_may_get_points_on_kattis_is_told() {
    let world = World::new(&[
        ("p/problem.toml", "name = \"Zero\"\n[scoring]\nkind = \"sum\"\n"),
        ("p/data/secret/1.in", "1\n"),
        ("p/data/secret/1.ans", "0\n"),
        ("p/data/secret/2.in", "2\n"),
        ("p/data/secret/2.ans", "1\n"),
        (
            "p/submissions/wrong_answer/zero.c",
            "#include <stdio.h>\nint main(void) { puts(\"0\"); }\n",
        ),
    ]);
    let told = world.jury(&["lint", "./p", "--for", "kattis"], 1);
    let words = "what is expected of `zero.c`, where they solve a part: Kattis accepts them then";
    assert!(told.out.contains(words), "{told:#?}");
    world.jury(&["export", "./p", "--to", "kattis-legacy", "./out", "--lossy"], 0);
    world.jury(&["grade", "./out", "out/submissions/wrong_answer/zero.c"], 0);
}
