//! Builds under attack: the sources in `tests/zoo/builds`, which read what is hidden, never end, or
//! fill memory, disk and log at compile time. Each must end as a compile error, or build and have
//! seen nothing, bounded in everything, at both levels that hold walls.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::time::Duration;

use jury::limits::Limits;
use jury::sandbox::{Ending, Level, Policy};
use jury::submission::{Built, Languages};

use crate::long::usual_or_long;

use super::building::is_here;
use super::workshop::Workshop;

/// What a source must come to.
#[derive(Debug, Clone, Copy)]
enum Must {
    /// It does not build, for a reason with these words.
    Fail(&'static str),
    /// It builds and writes this when it is run.
    Write(&'static str),
    /// It does not build, for whatever reason its compiler finds first.
    FailSomehow,
    /// It may build, and then be too large for its run.
    BuildOrFail,
}

use Must::{BuildOrFail, Fail, FailSomehow, Write};

/// A compiler that would go on for ever.
const CPU: &str = "s of CPU time";

const ROWS: &[(&str, Must)] = &[
    ("answer_absolute.c", Fail("No such file or directory")),
    ("answer_by_proc.c", Fail("No such file or directory")),
    ("answer_is_there.c", Write("")),
    ("answer_relative.c", Fail("No such file or directory")),
    ("control_characters.c", Fail("#error")),
    ("dev_stdin.c", Fail("undeclared")),
    ("dev_urandom.c", FailSomehow),
    ("dev_zero.c", FailSomehow),
    ("endless_messages.c", Fail("the compiler was stopped: more than 256.0 KiB of output")),
    ("incbin_answer.c", Fail("file not found")),
    ("incbin_shadow.c", Fail("file not found")),
    // At `contained` it is a file, larger than any memory.
    ("incbin_zero.c", FailSomehow),
    ("includes_itself.c", Fail("#include nested depth 200")),
    ("includes_itself_twice.c", Fail(CPU)),
    ("large_bss.c", BuildOrFail),
    ("large_data.c", FailSomehow),
    ("large_object.c", FailSomehow),
    ("macro_bomb.c", FailSomehow),
    ("many_objects.c", Fail("No space left on device")),
    ("proc_environ.c", BuildOrFail),
    ("repeated_code.c", FailSomehow),
    ("shadow.c", Fail("No such file or directory")),
    ("constexpr_array.cpp", FailSomehow),
    ("constexpr_loop.cpp", Fail("constexpr")),
    ("error_flood.cpp", Fail("template instantiation depth")),
    ("template_depth.cpp", Fail("template instantiation depth")),
    ("template_width.cpp", Fail(CPU)),
    ("cgo.go", Fail("exclude all Go files")),
    ("embed.go", Fail("invalid pattern")),
    ("large_array.go", Fail("symbol too large")),
    ("large_constant.go", Fail("invalid shift count")),
    ("deep_sum.java", FailSomehow),
    ("inference.java", BuildOrFail),
    ("large_constant.java", Fail("constant string too long")),
    ("processor.java", Write("harmless")),
    ("folding.py", BuildOrFail),
    ("lambdas.py", FailSomehow),
    ("nested.py", Fail("too many nested parentheses")),
    ("unknown_coding.py", Fail("unknown encoding")),
    ("zeros.py", Fail("null bytes")),
    ("const_loop.rs", Fail(CPU)),
    ("const_loop_warned.rs", FailSomehow),
    ("environment.rs", Write("None None")),
    ("include_relative.rs", Fail("No such file or directory")),
    ("include_shadow.rs", Fail("No such file or directory")),
    ("include_str.rs", Fail("No such file or directory")),
    ("include_zero.rs", FailSomehow),
    ("large_static.rs", FailSomehow),
    ("macro_depth.rs", FailSomehow),
    ("macro_width.rs", Fail(CPU)),
    ("module_outside.rs", FailSomehow),
    ("run.pm", Fail("it ran")),
    ("endless.pm", Fail(CPU)),
    ("run.raku", Fail("it ran")),
    ("endless.raku", Fail(CPU)),
    ("run.pro", Write("")),
    ("endless.pro", Fail(CPU)),
    ("run.lisp", Write("")),
    ("endless.lisp", Fail(CPU)),
    ("run.rkt", Write("")),
    ("endless.rkt", Fail(CPU)),
    ("run.nim", Write("")),
    ("read.nim", FailSomehow),
    ("endless.nim", FailSomehow),
    ("read.d", FailSomehow),
    ("endless.d", FailSomehow),
    ("templates.d", FailSomehow),
    ("run.cr", FailSomehow),
    ("read.cr", FailSomehow),
    ("endless.cr", FailSomehow),
    ("run.hs", Write("")),
    ("endless.hs", Fail(CPU)),
    ("read.erl", Fail("include file")),
    ("run.groovy", FailSomehow),
    ("read.ts", FailSomehow),
    ("endless.ts", FailSomehow),
    ("read.asm", FailSomehow),
    ("include.asm", FailSomehow),
    ("zero.asm", FailSomehow),
    ("repeated.asm", FailSomehow),
    ("read.s", FailSomehow),
    ("repeated.s", FailSomehow),
    ("read.f90", FailSomehow),
    ("zero.f90", FailSomehow),
    ("read.cob", FailSomehow),
    ("read.pas", FailSomehow),
    ("zero.pas", BuildOrFail),
    ("run.hx", Write("")),
    ("endless.hx", Fail(CPU)),
    ("read.icn", FailSomehow),
    ("read.ll", FailSomehow),
    ("zero.ll", FailSomehow),
    ("read.m", FailSomehow),
    ("zero.m", FailSomehow),
];

/// Languages whose compilers run what a source says, or read what it names, beside those that have a test of
/// their own. Tried always are the usual ones.
const OTHERS: [(&str, bool); 21] = [
    ("perl", true),
    ("lisp", true),
    ("nasm", true),
    ("pascal", true),
    ("raku", false),
    ("prolog", false),
    ("racket", false),
    ("nim", false),
    ("d", false),
    ("d-gdc", false),
    ("crystal", false),
    ("haskell", false),
    ("erlang", false),
    ("groovy", false),
    ("typescript", false),
    ("gas", false),
    ("fortran", false),
    ("cobol", false),
    ("haxe", false),
    ("icon", false),
    ("llvm", false),
];

/// The same sources as of the language before, of which these compilers say other words.
const VARIANTS: [&str; 3] = ["c-clang", "cpp-clang", "objective-c"];

/// Tight in time for what may never end, so that it is over soon; what must come to an end of its
/// own gets the time for it on any machine.
fn limits(must: Must) -> Limits {
    let may_be_stopped = match must {
        Fail(words) => words == CPU,
        FailSomehow | BuildOrFail => true,
        Write(_) => false,
    };
    Limits {
        // Stopped half as late again.
        cpu: Duration::from_millis(if may_be_stopped { usual_or_long(500, 2600) } else { 60_000 }),
        wall: Duration::from_mins(3),
        memory: 1 << 30,
        output: 256 << 10,
        processes: 128,
        files: 128 << 20,
        kill: None,
    }
}

/// Words of the answer that no build may repeat.
const SECRET: &str = "nobody-may-read-this";

/// Builds every source of a language at one level. Nothing of it writes to the host, or talks with it.
fn attack(language: &str, level: Level) {
    if !is_here(language) {
        return;
    }
    let workshop = Workshop::with(Policy::Require(level));
    let answer = workshop.write("data/secret/1.ans", SECRET);
    let ear = TcpListener::bind("127.0.0.1:0").unwrap();
    ear.set_nonblocking(true).unwrap();
    let port = ear.local_addr().unwrap().port();
    let outside =
        [workshop.path("outside"), PathBuf::from(format!("/var/tmp/jury-outside-{port}"))];
    let write = outside.each_ref().map(|path| format!("echo x > {};", path.display())).concat();
    let command = format!(
        "cat {} /etc/shadow; {write} bash -c 'echo x > /dev/tcp/127.0.0.1/{port}'; true",
        answer.display()
    );
    let endings = Languages::shipped().unwrap().named(language).unwrap().endings.clone();
    let mut wrong = Vec::new();
    for (name, must) in ROWS {
        let ending = name.rsplit_once('.').unwrap().1;
        if !endings.iter().any(|own| own == ending) {
            continue;
        }
        let text = fs::read(folder().join(name)).unwrap();
        let text = String::from_utf8(text).unwrap().replace("@COMMAND@", &command);
        let text = text.replace("@ANSWER@", answer.to_str().unwrap());
        let path = workshop.write(&format!("sources/{name}"), &text);
        let must = match *must {
            // Clang takes what has no end for an empty file.
            _ if VARIANTS.contains(&language) && name.starts_with("dev_") => BuildOrFail,
            Fail(_) if VARIANTS.contains(&language) => FailSomehow,
            must => must,
        };
        if let Err(why) = attempt(&workshop, (level, language), name, &path, must) {
            wrong.push(format!("{name}: {why}"));
        }
        let left = fs::read_dir(workshop.path("cache/work")).unwrap().count();
        assert_eq!(left, 0, "{name} leaves something");
    }
    assert!(wrong.is_empty(), "at {}:\n{}", level.name(), wrong.join("\n"));
    assert!(outside.iter().all(|path| !path.exists()), "{language} writes outside");
    let heard = ear.accept().map_err(|error| error.kind());
    assert_eq!(heard.err(), Some(ErrorKind::WouldBlock), "{language} connects");
    // Whatever was tried, an honest source builds.
    let honest = workshop.write("honest.c", "int main(void) { return 0; }\n");
    assert_eq!(workshop.output(&workshop.build(&honest), ""), "");
}

fn attempt(
    workshop: &Workshop,
    (level, language): (Level, &str),
    name: &str,
    path: &Path,
    must: Must,
) -> Result<(), String> {
    let limits = limits(must);
    let built = workshop.try_within(path, language, &limits).map_err(|error| error.to_string())?;
    let (time, said, program) = match built {
        Built::Program(program) => (program.build_time, program.messages.clone(), Some(program)),
        Built::Failed { message, build_time } => (build_time, message, None),
    };
    let last = said.lines().last().unwrap_or("").chars().take(100).collect::<String>();
    let verdict = if program.is_some() { "built" } else { "CE" };
    println!(
        "{:10} {language:12} {name:26} {verdict:6} {time:>8.1?} {:6} bytes: {last}",
        level.name(),
        said.len()
    );
    if said.contains(SECRET) || said.contains("root:") {
        return Err(format!("reads what is hidden: {said}"));
    }
    if said.len() > 13 << 10 || time > limits.wall + Duration::from_secs(5) {
        return Err(format!("is not bounded: {time:?}, {} bytes", said.len()));
    }
    match (must, program) {
        (Fail(CPU), None) if !said.contains("the compiler was stopped: more than ") => {
            Err(format!("not stopped: {said:?}"))
        }
        (Fail(words), None) if !said.contains(words) => Err(format!("no {words:?} in {said:?}")),
        (Fail(_) | FailSomehow | BuildOrFail, None) if said.is_empty() => {
            Err("says nothing".into())
        }
        (Fail(_) | FailSomehow | BuildOrFail, None) => Ok(()),
        (Write(words), Some(program)) => {
            let run = workshop.run(&program, "");
            let output = String::from_utf8_lossy(&run.output).into_owned();
            match run.ending {
                Ending::Exited(0) if output == words => Ok(()),
                ending => Err(format!("{ending:?} with {output:?}")),
            }
        }
        (BuildOrFail, Some(program)) => {
            let run = workshop.run(&program, "");
            println!("{:37} its run: {:?}", "", run.ending);
            Ok(())
        }
        (must, program) => Err(format!("built: {}, not {must:?}: {said}", program.is_some())),
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/zoo/builds")
}

#[test]
fn every_hostile_source_has_its_row() {
    let there: BTreeSet<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let rows: BTreeSet<String> = ROWS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(there, rows);
}

/// The strongest level that this user can have, and `contained` beside it: for one language, or for
/// all in the long form.
fn levels(language: &str) -> &'static [Level] {
    let both = usual_or_long(language == "c", true);
    match (rustix::process::geteuid().is_root(), both) {
        (true, true) => &[Level::Full, Level::Contained],
        (true, false) => &[Level::Full],
        (false, _) => &[Level::Contained],
    }
}

macro_rules! attacks {
    ($($name:ident: $language:literal;)*) => {
        $(
            #[test]
            fn $name() {
                for level in levels($language) {
                    attack($language, *level);
                }
            }
        )*
    };
}

attacks! {
    hostile_c_ends_in_bounds: "c";
    hostile_cpp_ends_in_bounds: "cpp";
    hostile_rust_ends_in_bounds: "rust";
    hostile_go_ends_in_bounds: "go";
    hostile_java_ends_in_bounds: "java";
    hostile_python_ends_in_bounds: "python";
}

#[test]
fn hostile_others_end_in_bounds() {
    let others = OTHERS.into_iter().filter(|(_, is_usual)| usual_or_long(*is_usual, true));
    let variants = VARIANTS.into_iter().filter(|_| usual_or_long(false, true));
    for language in others.map(|(language, _)| language).chain(variants) {
        for level in levels(language) {
            attack(language, *level);
        }
    }
}
