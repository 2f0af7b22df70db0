//! testlib's standard checkers, which packages of rbx and ours name without a source, in packages for other judges.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use jury_checkers::{Files, Opinion, Options};

use super::common::World;

/// All of them.
const CHECKERS: [&str; 19] = [
    "acmp", "caseicmp", "casencmp", "casewcmp", "dcmp", "fcmp", "hcmp", "icmp", "lcmp", "ncmp",
    "nyesno", "rcmp", "rcmp4", "rcmp6", "rcmp9", "rncmp", "uncmp", "wcmp", "yesno",
];

/// Outputs and answers on which they differ.
const TEXTS: [&[u8]; 48] = [
    b"",
    b"\n",
    b"1\n",
    b"1",
    b"1 2\n",
    b"2 1\n",
    b"1\n2\n",
    b"1 2 3 4 5 6\n",
    b"1 2\n\n",
    b" 1  2\n",
    b"01\n",
    b"+1\n",
    b"-0\n",
    b"-\n",
    b"-1\n",
    b"1.0000004\n",
    b"1.000002\n",
    b"1.00001 2\n",
    b"1e0\n",
    b"1e\n",
    b".5\n",
    b".\n",
    b"1e400\n",
    b"1e301 \n",
    b"-1e400\n",
    b"nan\n",
    b"0x1\n",
    b"1\x0b2\n",
    b"1\x0c2\n",
    b"1\r\n",
    b"1\r2\n",
    b"1\r",
    b"\xef\xbb\xbf1\n",
    b"a\n",
    b"A b\n",
    b"a\0b\n",
    b"YES\n",
    b"yes no\n",
    b"No\n",
    b"maybe\n",
    b"3000000000\n",
    b"9223372036854775808\n",
    b"-9223372036854775808\n",
    b"123456789012345678901234567890\n",
    b"Case 1: 5\nCase 2: 6\n",
    b"Case 1: 5 Case 2: 7\n",
    b"Case 1: 5\0 6\n",
    b"Case 1:\nCase 2: 6 1:\n",
];

/// Decides on all pairs of texts, which are in a file by their bytes; a digit for each.
const MAIN: &str = "int main() {\n    std::vector<Text> texts;\n    \
    for (int size; std::scanf(\"%d\", &size) == 1;) {\n        Text text;\n        \
    for (int byte; size > 0 && std::scanf(\"%d\", &byte) == 1; size--) text += char(byte);\n        \
    texts.push_back(text);\n    }\n    Text message;\n    \
    for (const Text& answer : texts)\n        \
    for (const Text& output : texts) std::printf(\"%d\", judge(output, answer, message));\n}\n";

/// What the checker in process says of all pairs, in the same way.
fn in_process(name: &str) -> String {
    let checker = (jury_checkers::checker(name).unwrap().build)(&Options::new()).unwrap();
    let pairs = TEXTS.iter().flat_map(|answer| TEXTS.map(|output| (*answer, output)));
    let digit = |(answer, output)| {
        let judged = checker.check(&Files { input: b"", output, answer: Some(answer) });
        match judged.map(|judged| judged.opinion) {
            Ok(Opinion::Accepted) => '0',
            Ok(Opinion::OutputFormat) => '2',
            Ok(_) => '1',
            Err(_) => '3',
        }
    };
    pairs.map(digit).collect()
}

/// A problem that is compared so.
fn world(checker: &str) -> World {
    let toml = format!("name = \"Half\"\n[limits]\ntime = 5.0\n[checker]\nname = \"{checker}\"\n");
    World::new(&[
        ("p/problem.toml", &toml),
        ("p/data/1.in", "3\n"),
        ("p/data/1.ans", "1.5\n"),
        (
            "p/submissions/accepted/half.c",
            "#include <stdio.h>\nint main(void) { puts(\"1.5000009\"); }\n",
        ),
    ])
}

#[test]
fn their_sources_decide_as_in_process() {
    let world = world("rcmp6");
    let mut given = String::new();
    for text in TEXTS {
        let _ = write!(given, "{} ", text.len());
        for byte in text {
            let _ = write!(given, "{byte} ");
        }
    }
    fs::write(world.path("texts"), given).unwrap();
    // One program for all: it is told which it is to be.
    let told = "static const Rule RULE = Rule(std::atoi(std::getenv(\"RULE\")));\n\
                static const bool SINGLE = std::getenv(\"SINGLE\")[0] == 't';\n\
                static const double TOLERANCE = std::atof(std::getenv(\"TOLERANCE\"));\n";
    for name in CHECKERS {
        let toml = fs::read_to_string(world.path("p/problem.toml")).unwrap();
        let (before, _) = toml.split_once("[checker]").unwrap();
        fs::write(world.path("p/problem.toml"), format!("{before}[checker]\nname = \"{name}\"\n"))
            .unwrap();
        world.jury(&["export", "./p", "--to", "polygon", "./out", "--lossy", "--force"], 0);
        let text = fs::read_to_string(world.path("out/files/check.cpp")).unwrap();
        let constant = |of: &str| {
            let (_, rest) = text.split_once(&format!(" {of} = ")).unwrap();
            rest.split_once(';').unwrap().0.to_owned()
        };
        let (_, rules) = text.split_once("enum Rule { ").unwrap();
        let rules: Vec<&str> = rules.split_once(" }").unwrap().0.split(", ").collect();
        let rule = rules.iter().position(|rule| *rule == constant("RULE")).unwrap();
        if !world.path("all").exists() {
            let own = |line: &&str| {
                !["RULE", "SINGLE", "TOLERANCE"]
                    .iter()
                    .any(|of| line.contains(&format!(" {of} = ")))
            };
            let lines: Vec<&str> = text.lines().filter(own).collect();
            let all = lines.join("\n").replacen("using Text", &format!("{told}using Text"), 1);
            let (all, _) = all.split_once("// Called as").unwrap();
            fs::write(world.path("all.cpp"), format!("{all}\n{MAIN}")).unwrap();
            let built = Command::new("g++")
                .arg("-o")
                .arg(world.path("all"))
                .arg(world.path("all.cpp"))
                .status();
            assert!(built.unwrap().success());
        }
        let mut all = Command::new(world.path("all"));
        all.env("RULE", rule.to_string()).env("SINGLE", constant("SINGLE"));
        all.env("TOLERANCE", constant("TOLERANCE"));
        all.stdin(fs::File::open(world.path("texts")).unwrap());
        let found = String::from_utf8(all.output().unwrap().stdout).unwrap();
        let expected = in_process(name);
        assert_eq!(found.len(), expected.len(), "{name}");
        let differs =
            found.bytes().zip(expected.bytes()).position(|(found, expected)| found != expected);
        if let Some(at) = differs {
            let [answer, output] =
                [TEXTS[at / TEXTS.len()], TEXTS[at % TEXTS.len()]].map(String::from_utf8_lossy);
            let digits = [&found, &expected].map(|all| &all[at..=at]);
            panic!("{name}: {output:?} against {answer:?}: {digits:?}");
        }
    }
}

#[test]
fn they_go_to_all_families() {
    let world = world("rcmp6");
    let off = "#include <stdio.h>\nint main(void) { puts(\"1.50001\"); }\n";
    fs::write(world.path("off.c"), off).unwrap();
    // Kattis and DOMjudge have the same source as the first.
    for family in ["icpc", "polygon", "cms", "dmoj"] {
        let target = format!("./{family}");
        world.jury(&["export", "./p", "--to", family, &target, "--lossy"], 0);
        world.jury(&["grade", &target, "p/submissions/accepted/half.c"], 0);
        world.jury(&["grade", &target, "off.c"], 1);
    }
    for family in ["kattis-legacy", "domjudge"] {
        world.jury(&["export", "./p", "--to", family, &format!("./{family}"), "--lossy"], 0);
    }
}
