//! What a build will do, decided before anything runs: commands, environment, and the key under
//! which the result is kept. Pure.

use std::ffi::OsString;

use super::command::{Words, expand};
use super::headers;
use super::language::{BuildOutput, Language};
use super::leader::stem;
use super::message::shorten;
use super::precompiled;
use super::reader::Text;
use super::sources::{Source, Sources};
use super::toolchain_files::ToolchainFiles;
use crate::digest::Digest;
use crate::recall::{Aspect, Identity};

/// Raised when the way of building changes so that old entries of the cache are no longer right.
const FORMAT: &str = "jury build 3";

/// Bytes of a file's name at the most: what file systems allow.
const LONGEST_NAME: usize = 255;

/// Bytes of a file's name with its folders: with the places where it is put, below what systems allow.
const LONGEST_PATH: usize = 2000;

/// Bytes of a command, with 8 more for each of its words: below what the sandbox takes.
const LONGEST_COMMAND: usize = 96 << 10;

/// Environment of builds and runs alike.
const ENVIRONMENT: &[(&str, &str)] =
    &[("PATH", "/usr/local/bin:/usr/bin:/bin"), ("HOME", "/box"), ("LANG", "C.UTF-8")];

/// Where compilers put what they need for themselves.
const BUILD_TMP: (&str, &str) = ("TMPDIR", "/box/tmp");

/// Where programs find room for files that nobody asks for.
const RUN_TMP: (&str, &str) = ("TMPDIR", "/tmp");

/// By this, Python takes the buffer of its standard output away.
const UNBUFFERED: (&str, &str) = ("PYTHONUNBUFFERED", "1");

/// A build about to happen.
#[derive(Debug)]
pub(super) struct Plan {
    /// The build's command; empty where nothing is to be done.
    pub(super) build: Vec<String>,
    /// The run's command, in which only `{memory_mib}` is still open.
    pub(super) run: Vec<String>,
    /// Environment of the build.
    pub(super) build_environment: Vec<(OsString, OsString)>,
    /// Environment of runs.
    pub(super) run_environment: Vec<(OsString, OsString)>,
    /// What the program is, whenever and wherever it is built.
    pub(super) identity: Identity,
    /// The same for the same sources, commands and compiler, and for nothing else.
    pub(super) key: String,
    /// A header that all sources begin with, where one can be compiled in advance.
    pub(super) precompiled: Option<Box<Precompiled>>,
}

/// A build that needs less time where a header was compiled before.
#[derive(Debug)]
pub(super) struct Precompiled {
    /// The header: `bits/stdc++.h`.
    pub(super) header: String,
    /// A source that includes it, and nothing else.
    pub(super) sources: Sources,
    /// How that is compiled.
    pub(super) plan: Plan,
    /// The build's command where the header was compiled. The result is the same.
    pub(super) build: Vec<String>,
}

impl Plan {
    /// Decides. The error, in words, is the contestant's: sources that nothing can be made of.
    pub(super) fn new(
        language: &Language,
        kit: &ToolchainFiles,
        sources: &Sources,
    ) -> Result<Self, String> {
        let words = words(language, kit, sources)?;
        let plan = Self::by(language, kit, sources, &words)?;
        let precompiled = precompiled(language, kit, sources, words).map(Box::new);
        Ok(Self { precompiled, ..plan })
    }

    /// The same without a compiled header, by these words.
    fn by(
        language: &Language,
        kit: &ToolchainFiles,
        sources: &Sources,
        words: &Words,
    ) -> Result<Self, String> {
        let build = expand(&language.build, words);
        let mut run = expand(&language.run, words);
        run.extend_from_slice(&sources.arguments);
        expect_bearable(sources, &[&build, &run])?;
        let (identity, key) = identity(language, kit, sources, &build, &run);
        let mut run_environment = environment(RUN_TMP, &language.run_environment);
        if sources.is_unbuffered {
            run_environment.push((UNBUFFERED.0.into(), UNBUFFERED.1.into()));
        }
        Ok(Self {
            build,
            run,
            build_environment: environment(BUILD_TMP, &language.build_environment),
            run_environment,
            identity,
            key,
            precompiled: None,
        })
    }
}

/// How the header is compiled that all sources begin with, and these with it.
fn precompiled(
    language: &Language,
    kit: &ToolchainFiles,
    sources: &Sources,
    mut words: Words,
) -> Option<Precompiled> {
    let header = kit.words.get(precompiled::HEADER)?.first()?;
    let place = format!("{{{}}}", precompiled::OPTIONS);
    let compiled = sources.compiled(language);
    let begin = || compiled.iter().all(|file| precompiled::is_first_in(&file.bytes, header));
    // What is defined there may change what the header says.
    let is_plain = sources.flags.is_empty();
    if !is_plain || !language.build.contains(&place) || !headers::is_name(header) || !begin() {
        return None;
    }
    words.insert(precompiled::OPTIONS.into(), precompiled::FOLDER.map(str::to_owned).into());
    let build = expand(&language.build, &words);
    let sources = precompiled::sources(header);
    let words = self::words(language, kit, &sources).ok()?;
    let plan = Plan::by(language, kit, &sources, &words).ok()?;
    Some(Precompiled { header: header.clone(), sources, plan, build })
}

/// Files can have these names, and programs can be told of them.
fn expect_bearable(sources: &Sources, commands: &[&[String]]) -> Result<(), String> {
    for file in &sources.files {
        let longest = file.name.split('/').map(str::len).max().unwrap_or(0);
        if longest > LONGEST_NAME || file.name.len() > LONGEST_PATH {
            return Err(format!(
                "invalid file name `{}`: expected at most {LONGEST_NAME} bytes, and at most \
                 {LONGEST_PATH} with its folders",
                shorten(&file.name)
            ));
        }
    }
    for command in commands {
        let bytes: usize = command.iter().map(|word| word.len() + size_of::<usize>()).sum();
        if bytes > LONGEST_COMMAND {
            return Err(format!(
                "too many or too long names of files or classes: the command has {bytes} bytes, at \
                 most {LONGEST_COMMAND} are allowed"
            ));
        }
    }
    Ok(())
}

fn words(language: &Language, kit: &ToolchainFiles, sources: &Sources) -> Result<Words, String> {
    let mut words = kit.words.clone();
    let path = |name: &str| format!("/box/src/{name}");
    let compiled = sources.compiled(language);
    let given = compiled.iter().map(|source| path(&source.name));
    words.insert("sources".into(), given.chain(sources.flags.clone()).collect());
    let mut main_last = compiled.clone();
    main_last.sort_by_key(|source| stem(&source.name).eq_ignore_ascii_case("main"));
    words.insert("main_last".into(), main_last.iter().map(|one| path(&one.name)).collect());
    words.insert("main".into(), vec![path(&sources.main)]);
    words.insert("main_name".into(), vec![sources.main.clone()]);
    let main_stem = sources.main.rsplit_once('.').map_or(sources.main.as_str(), |(stem, _)| stem);
    words.insert("main_stem".into(), vec![main_stem.into()]);
    words.insert(precompiled::OPTIONS.into(), Vec::new());
    if let Some(reader) = language.reader {
        let texts = compiled.iter().copied().map(text);
        words.extend(reader.of_all(texts, sources.entry_point.as_deref(), sources.conventions)?);
    }
    Ok(words)
}

/// A source, as a reader is given it.
pub(super) fn text(source: &Source) -> Text<'_> {
    let Source { name, known_as, bytes, included, .. } = source;
    Text { name, known_as, bytes, included: *included }
}

fn environment(tmp: (&str, &str), own: &[(String, String)]) -> Vec<(OsString, OsString)> {
    let own = own.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let all = ENVIRONMENT.iter().copied().chain([tmp]).chain(own);
    all.map(|(name, value)| (name.into(), value.into())).collect()
}

/// What the program is: its files, what compiles or interprets them, and how it is built and run; and the
/// key of what is built, which does not depend on how it is run.
fn identity(
    language: &Language,
    kit: &ToolchainFiles,
    sources: &Sources,
    build: &[String],
    run: &[String],
) -> (Identity, String) {
    let mut files = Digest::default();
    sources.add_to(&mut files);
    let mut compiler = Digest::default();
    compiler.field("version", &kit.version);
    compiler.list("mounts", kit.mounts.iter().map(|path| path.as_os_str().as_encoded_bytes()));
    let made = way_of_building(language, build);
    let mut key = Digest::default();
    for (name, part) in [("files", &files), ("compiler", &compiler), ("build", &made)] {
        key.field(name, part.to_bytes());
    }
    files.list("arguments", &sources.arguments);
    if sources.is_unbuffered {
        files.field("buffer", "none");
    }
    let way = way_of_running(made, language, run);
    let identity = Identity::default()
        .with(Aspect::Sources, &files, "")
        .with(Aspect::Compiler, &compiler, &kit.version)
        .with(Aspect::Language, &way, "");
    (identity, key.in_hexadecimal())
}

/// How a language builds and runs, before anything is known of the machine.
pub(super) fn commands(language: &Language) -> Digest {
    let mut digest =
        way_of_running(way_of_building(language, &language.build), language, &language.run);
    digest.fraction("time factor", language.time_factor);
    digest
}

impl Language {
    /// What the start of its runtime depends on, with tools of this version: the way of building and running,
    /// and the program that does nothing.
    pub fn startup_digest(&self, version: &str) -> Digest {
        let mut digest = commands(self);
        digest.field("version", version);
        digest.list("idle", &self.idle);
        digest
    }
}

/// How a language builds and runs.
fn way_of_running(mut building: Digest, language: &Language, run: &[String]) -> Digest {
    building.list("run", run);
    add_environment(&mut building, "run environment", &language.run_environment);
    building
}

/// How a language builds.
fn way_of_building(language: &Language, build: &[String]) -> Digest {
    let mut digest = Digest::default();
    digest.field("format", FORMAT);
    digest.field("language", &language.name);
    let keeps = match language.keeps {
        BuildOutput::Output => "output",
        BuildOutput::Sources => "sources",
    };
    digest.field("keeps", keeps);
    digest.list("build", build);
    add_environment(&mut digest, "build environment", &language.build_environment);
    digest
}

fn add_environment(digest: &mut Digest, name: &str, variables: &[(String, String)]) {
    digest.list(name, variables.iter().flat_map(|(variable, value)| [variable, value]));
}

#[cfg(test)]
mod tests {
    use super::Plan;
    use crate::problem::Conventions;
    use crate::submission::Languages;
    use crate::submission::language::{BuildOutput, Language};
    use crate::submission::sources::{Source, Sources};
    use crate::submission::toolchain_files::ToolchainFiles;
    use std::sync::Arc;

    fn kit() -> ToolchainFiles {
        let words = [("cc", "/opt/cc"), ("cxx", "/opt/c++"), ("static", "-static")];
        let words = words.map(|(word, value)| (word.to_owned(), vec![value.to_owned()]));
        ToolchainFiles { version: "1".into(), words: words.into(), ..ToolchainFiles::default() }
    }

    fn named(language: &str) -> Arc<Language> {
        Languages::shipped().unwrap().named(language).unwrap()
    }

    fn sources(files: &[(&str, &str)]) -> Sources {
        let file = |&(name, text): &(&str, &str)| Source {
            name: name.into(),
            known_as: name.into(),
            bytes: text.into(),
            executable: false,
            included: false,
        };
        Sources {
            files: files.iter().map(file).collect(),
            main: files[0].0.into(),
            entry_point: None,
            conventions: Conventions::Own,
            flags: Vec::new(),
            is_unbuffered: false,
            arguments: Vec::new(),
            at_hand: Vec::new(),
            remarks: Vec::new(),
        }
    }

    #[track_caller]
    fn plan(language: &str, files: &[(&str, &str)]) -> Plan {
        Plan::new(&named(language), &kit(), &sources(files)).unwrap()
    }

    #[test]
    fn commands_name_what_is_compiled() {
        let plan = plan("cpp", &[("b.cpp", ""), ("a.h", ""), ("c.cc", ""), ("notes.txt", "")]);
        let expected = "/opt/c++ -std=gnu++20 -O2 -DONLINE_JUDGE -static -o /box/out/program \
                        /box/src/b.cpp /box/src/c.cc";
        assert_eq!(plan.build.join(" "), expected);
        assert_eq!(plan.run, ["/program/program"]);
    }

    #[test]
    fn main_comes_last_where_sources_are_read_in_order() {
        let mut kit = kit();
        kit.words.insert("gfortran".into(), vec!["/opt/gfortran".into()]);
        let sources = sources(&[("main.f90", ""), ("p.f90", ""), ("q/main.f90", "")]);
        let plan = Plan::new(&named("fortran"), &kit, &sources).unwrap();
        let expected = "/box/out/program /box/src/p.f90 /box/src/q/main.f90 /box/src/main.f90";
        assert!(plan.build.join(" ").ends_with(expected), "{:?}", plan.build);
    }

    #[test]
    fn a_compiled_header_is_for_gcc_and_for_sources_that_all_begin_with_it() {
        #[track_caller]
        fn case(header: Option<&str>, files: &[(&str, &str)], expected: Option<&str>) {
            let mut kit = kit();
            let words = header.map(str::to_owned).into_iter().collect();
            kit.words.insert("precompile".into(), words);
            let plan = Plan::new(&named("cpp"), &kit, &sources(files)).unwrap();
            let key = plan.key;
            let with = plan.precompiled.map(|precompiled| {
                let made = precompiled.plan.build.join(" ");
                assert!(made.ends_with("-o /box/out/program /box/src/precompiled.hpp"), "{made}");
                assert_ne!(precompiled.plan.key, key);
                precompiled.build.join(" ")
            });
            assert_eq!(with.as_deref(), expected);
        }
        let all = Some("bits/stdc++.h");
        let (with, without) = ("#include <bits/stdc++.h>\n", "int f();");
        let build = "/opt/c++ -std=gnu++20 -O2 -DONLINE_JUDGE -static -I /program -o \
                     /box/out/program";
        case(all, &[("a.cpp", with)], Some(&format!("{build} /box/src/a.cpp")));
        let both = format!("{build} /box/src/a.cpp /box/src/b.cpp");
        case(all, &[("a.cpp", with), ("b.cpp", with), ("c.h", without)], Some(&both));
        case(all, &[("a.cpp", with), ("b.cpp", without)], None);
        case(None, &[("a.cpp", with)], None);
    }

    #[test]
    fn java_is_started_by_its_main_class() {
        let files = [
            ("A.java", "package p; class A {}"),
            ("B.java", "package p; class B { static void main(String[] a) {} }"),
        ];
        let plan = plan("java", &files);
        assert_eq!(plan.run.last().unwrap(), "p.B");
        assert!(plan.run.contains(&"-Xmx{memory_mib}m".to_owned()), "left for the run");
        let none = sources(&files[..1]);
        let error = Plan::new(&named("java"), &kit(), &none).unwrap_err();
        assert_eq!(error, "no class with `public static void main(String[] args)`");
    }

    #[test]
    fn names_that_no_file_can_have_and_commands_that_nobody_takes_are_the_contestants() {
        let refused = |files: &[(&str, &str)], words: &str| {
            let error = Plan::new(&named("cpp"), &kit(), &sources(files)).unwrap_err();
            assert!(error.contains(words), "{error}");
        };
        let name = |length: usize| format!("{}.cpp", "a".repeat(length - 4));
        plan("cpp", &[(&name(255), "")]);
        refused(&[(&name(256), "")], "expected at most 255 bytes");
        let folders = "folder/".repeat(400);
        refused(&[(&format!("{folders}a.cpp"), "")], "at most 2000 with its folders");
        let many: Vec<String> =
            (1000..2000).map(|n| format!("{}{n}.cpp", "a".repeat(90))).collect();
        let many: Vec<_> = many.iter().map(|name| (name.as_str(), "")).collect();
        refused(&many, "at most 98304 are allowed");
    }

    #[test]
    fn how_a_program_is_run_is_told_apart_from_what_is_built() {
        let language = &named("c");
        let plan = |change: &dyn Fn(&mut Language, &mut Sources)| {
            let (mut changed, mut files) = (language.as_ref().clone(), sources(&[("a.c", "x")]));
            change(&mut changed, &mut files);
            Plan::new(&changed, &kit(), &files).unwrap()
        };
        let base = plan(&|_, _| ());
        let case = |expected: &str, change: &dyn Fn(&mut Language, &mut Sources)| {
            let changed = plan(change);
            assert_eq!(changed.key, base.key);
            let difference = changed.identity.difference(&base.identity);
            assert_eq!(difference.as_deref(), Some(expected));
        };
        let language = "language definition changed";
        case(language, &|language, _| language.run.push("-v".into()));
        case(language, &|language, _| language.run_environment.push(("A".into(), "b".into())));
        case("sources changed", &|_, sources| sources.arguments.push("1".into()));
        let newer = ToolchainFiles { version: "2".into(), ..kit() };
        let newer = Plan::new(&named("c"), &newer, &sources(&[("a.c", "x")])).unwrap();
        let difference = newer.identity.difference(&base.identity);
        assert_eq!(difference.as_deref(), Some("compiler: 1 → 2"));
    }

    #[test]
    fn the_key_depends_on_all_that_matters() {
        let base = plan("c", &[("a.c", "x"), ("b.c", "y")]).key;
        assert_eq!(base, plan("c", &[("a.c", "x"), ("b.c", "y")]).key);
        assert_ne!(base, plan("cpp", &[("a.c", "x"), ("b.c", "y")]).key);
        assert_ne!(base, plan("c", &[("a.c", "xy"), ("b.c", "")]).key);
        assert_ne!(base, plan("c", &[("a.c", "x"), ("c.c", "y")]).key);
        assert_ne!(base, plan("c", &[("a.c", "x")]).key);
        let language = &named("c");
        let files = sources(&[("a.c", "x"), ("b.c", "y")]);
        let newer = ToolchainFiles { version: "2".into(), ..kit() };
        assert_ne!(base, Plan::new(language, &newer, &files).unwrap().key);
        let mut dynamic = kit();
        dynamic.words.insert("static".into(), Vec::new());
        assert_ne!(base, Plan::new(language, &dynamic, &files).unwrap().key);
        let elsewhere = ToolchainFiles { mounts: vec!["/opt".into()], ..kit() };
        assert_ne!(base, Plan::new(language, &elsewhere, &files).unwrap().key);
        let other = |change: &dyn Fn(&mut Language)| {
            let mut changed = language.as_ref().clone();
            change(&mut changed);
            assert_ne!(base, Plan::new(&changed, &kit(), &files).unwrap().key);
        };
        other(&|language| language.keeps = BuildOutput::Sources);
        other(&|language| language.build.push("-g".into()));
        other(&|language| language.build_environment.push(("A".into(), "b".into())));
    }
}
