//! Nothing of a repository under judgement runs outside a slot, chooses a tool or changes what a tool
//! does: whatever files lie in it, and whatever variables lead there.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::common::{World, run};

/// Tools that languages are found by.
const TOOLS: [&str; 8] = ["rustc", "gcc", "g++", "cc", "c++", "python3", "javac", "go"];

/// Variables that change what a tool does, or which one it is.
const HOSTILE: [&str; 33] = [
    "ASDF_PYTHON_VERSION",
    "BASH_ENV",
    "CARGO_BUILD_RUSTC",
    "CARGO_MANIFEST_DIR",
    "CLASSPATH",
    "COMPILER_PATH",
    "CPATH",
    "ENV",
    "GCC_EXEC_PREFIX",
    "GOFLAGS",
    "GOPATH",
    "GOROOT",
    "JAVA_HOME",
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVAC_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "LD_LIBRARY_PATH",
    "LIBRARY_PATH",
    "MISE_PYTHON_VERSION",
    "NODE_OPTIONS",
    "PERL5LIB",
    "PERL5OPT",
    "PYENV_DIR",
    "PYENV_VERSION",
    "PYTHONHOME",
    "PYTHONPATH",
    "PYTHONSTARTUP",
    "RUBYOPT",
    "RUSTC",
    "RUSTC_WRAPPER",
    "RUSTFLAGS",
    "RUSTUP_TOOLCHAIN",
    "_JAVA_OPTIONS",
];

/// Accepted where its environment is ours and holds nothing of the caller's.
const ENVIRONMENT: &str = "#!/bin/sh\n\
    case $(export -p) in\n\
    *SECRET_OF_MINE*|*not-for-programs*|*xx_XX*|*JURY*|*CARGO*) echo 2;;\n\
    *TMPDIR*) echo 1;;\n\
    esac\n";

/// A repository with a problem and a submission in each language that needs no compiler to be right.
fn repository() -> World {
    let world = World::new(&[
        ("p/problem.toml", "name = \"P\"\n"),
        ("p/data/secret/1.in", "1\n"),
        ("p/data/secret/1.ans", "1\n"),
        ("a.py", "print(1)\n"),
        ("a.rs", "fn main() { println!(\"1\"); }\n"),
        ("environment", ENVIRONMENT),
    ]);
    fs::create_dir(world.path(".git")).expect("made");
    executable(&world.path("environment"));
    world
}

fn executable(path: &Path) {
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("set");
}

/// A program that leaves a mark, and then fails.
fn trap(path: &Path, mark: &Path) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    fs::write(path, format!("#!/bin/sh\necho \"$0\" >> {}\nexit 1\n", mark.display()))
        .expect("written");
    executable(path);
}

/// Where this machine has a tool.
fn found(tool: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(tool)).find(|file| file.is_file())
}

/// Tools outside of the repository that write down where they are asked and with what, and are then
/// those of this machine.
fn witnesses(log: &Path) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for tool in TOOLS {
        let real = found(tool).unwrap_or_else(|| "/none".into());
        let words = format!(
            "#!/bin/sh\n{{ echo \"{tool} in $PWD\"; export -p; }} >> {}\nexec {} \"$@\"\n",
            log.display(),
            real.display()
        );
        let path = folder.path().join(tool);
        fs::write(&path, words).expect("written");
        executable(&path);
    }
    folder
}

/// What `jury doctor` says of toolchains.
#[track_caller]
fn toolchains(command: &mut Command) -> String {
    let did = run(command);
    let (toolchains, _) = did.out.split_once("\n\n").unwrap_or_else(|| panic!("{did:#?}"));
    assert!(toolchains.contains("Python 3 "), "{did:#?}");
    toolchains.to_owned()
}

fn path(before: &[&Path]) -> std::ffi::OsString {
    let own = std::env::var_os("PATH").unwrap_or_default();
    let before = before.iter().map(|path| path.to_path_buf());
    std::env::join_paths(before.chain(std::env::split_paths(&own))).expect("a path")
}

#[test]
fn every_tool_is_asked_in_the_root_and_told_nothing_of_the_callers() {
    let world = repository();
    let outside = tempfile::tempdir().expect("a folder");
    let log = outside.path().join("log");
    let tools = witnesses(&log);
    let mut command = world.command(&["doctor"]);
    command.env("PATH", path(&[tools.path()]));
    for name in HOSTILE {
        // Empty, where anything else would keep our own binary from starting.
        command.env(name, if name.starts_with("LD_") { "" } else { "/hostile" });
    }
    let did = run(&mut command);
    let log = fs::read_to_string(log).unwrap_or_else(|_| panic!("no tool was asked: {did:#?}"));
    let asked: Vec<&str> = log.lines().filter(|line| line.contains(" in ")).collect();
    assert!(asked.iter().all(|line| line.ends_with(" in /")), "{asked:?}");
    for tool in ["gcc", "g++", "rustc", "python3", "javac", "go"] {
        assert!(
            asked.contains(&format!("{tool} in /").as_str()),
            "{tool} was not asked: {asked:?}"
        );
    }
    for name in HOSTILE {
        let told = log.lines().find(|line| line.starts_with(&format!("export {name}=")));
        assert_eq!(told, None, "{name} was handed on");
    }
    assert!(!log.contains("/hostile"), "{log}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn files_of_a_repository_choose_no_toolchain() {
    let world = repository();
    let mark = world.path("mark");
    for tool in ["rustc", "cargo", "python3", "javac", "go", "gcc"] {
        trap(&world.path(&format!("toolchain/bin/{tool}")), &mark);
    }
    let toolchain = world.path("toolchain");
    let shown = toolchain.display();
    let files = [
        ("rust-toolchain.toml", format!("[toolchain]\npath = \"{shown}\"\n")),
        ("rust-toolchain", format!("{shown}\n")),
        (".cargo/config.toml", format!("[build]\nrustc = \"{shown}/bin/rustc\"\n")),
        (".python-version", format!("{shown}\n")),
        (".tool-versions", format!("python path:{shown}\njava path:{shown}\n")),
        (".mise.toml", format!("[tools]\npython = \"path:{shown}\"\n")),
        ("pyvenv.cfg", format!("home = {shown}/bin\n")),
        ("sitecustomize.py", format!("open('{}', 'w')\n", mark.display())),
        ("os.py", format!("open('{}', 'w')\n", mark.display())),
        ("go.mod", "module m\ngo 1.99\ntoolchain go1.99.9\n".to_owned()),
        ("go.work", "go 1.99\ntoolchain go1.99.9\n".to_owned()),
        ("specs", "%rename cc1 old\n*cc1:\n/hostile\n".to_owned()),
        ("JDK_JAVA_OPTIONS", "-XX:Flags=/hostile\n".to_owned()),
    ];
    let before = toolchains(&mut world.command(&["doctor"]));
    for (name, text) in &files {
        let path = world.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }
    assert_eq!(toolchains(&mut world.command(&["doctor"])), before);
    for submission in ["a.py", "a.rs"] {
        // In a cache of its own, so that it is built.
        let cache = world.path("cache");
        let did = run(world.command(&["grade", "p", submission]).env("JURY_CACHE", &cache));
        assert_eq!(did.status, 0, "{submission}: {did:#?}");
    }
    assert!(!mark.exists(), "{:?}", fs::read_to_string(&mark));
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn what_lies_in_the_repository_is_no_tool_whatever_the_path_says() {
    let world = repository();
    let mark = world.path("mark");
    for tool in TOOLS {
        trap(&world.path(&format!("bin/{tool}")), &mark);
    }
    let outside = tempfile::tempdir().expect("a folder");
    let link = outside.path().join("link");
    symlink(world.path("bin"), &link).expect("linked");
    let bin = world.path("bin");
    let relative = Path::new("bin");
    // From the repository itself, and from elsewhere: then it is under judgement as the submission's.
    for (number, here) in [world.path(""), outside.path().to_owned()].iter().enumerate() {
        for (entry, before) in
            [&bin, relative, Path::new("."), Path::new(""), &link].iter().enumerate()
        {
            let (problem, submission) = (world.path("p"), world.path("a.py"));
            let words = [problem.to_str().expect("text"), submission.to_str().expect("text")];
            let mut command = world.command(&["grade", words[0], words[1]]);
            let cache = world.path(&format!("cache-{number}-{entry}"));
            command.env("PATH", path(&[before])).env("JURY_CACHE", cache).current_dir(here);
            let did = run(&mut command);
            assert_eq!(did.status, 0, "{} from {}: {did:#?}", before.display(), here.display());
        }
    }
    assert!(!mark.exists(), "{:?}", fs::read_to_string(&mark));
    // Where there is no other, it is said why that one does not count.
    let mut command = world.command(&["grade", "p", "a.py"]);
    let did = run(command.env("PATH", &bin).env("JURY_CACHE", world.path("cache")));
    assert_eq!(did.status, 3, "{did:#?}");
    let python = bin.join("python3").display().to_string();
    let expected = format!("; {python} lies in a folder being judged and is ignored");
    assert!(did.err.contains(&expected), "{did:#?}");
    assert!(!mark.exists(), "{:?}", fs::read_to_string(&mark));
}

#[test]
fn a_tool_that_names_a_part_in_the_repository_is_refused() {
    let world = repository();
    let outside = tempfile::tempdir().expect("a folder");
    let theirs = world.path("sysroot");
    trap(&theirs.join("bin/rustc"), &world.path("mark"));
    let tool = outside.path().join("rustc");
    fs::write(&tool, format!("#!/bin/sh\necho {}\n", theirs.display())).expect("written");
    executable(&tool);
    let did = run(world.command(&["grade", "p", "a.rs"]).env("PATH", path(&[outside.path()])));
    assert_eq!(did.status, 3, "{did:#?}");
    assert!(did.err.contains("but that lies in a folder being judged"), "{did:#?}");
    assert!(!world.path("mark").exists());
}

#[test]
fn programs_see_nothing_of_the_callers_environment() {
    let world = repository();
    let mut levels = 0;
    for level in ["full", "contained", "fenced", "watched"] {
        let mut command = world.command(&["grade", "p", "environment", "--sandbox", level]);
        let did = run(command.env("SECRET_OF_MINE", "not-for-programs").env("LANG", "xx_XX"));
        // Where a level does not work here, nothing runs at all.
        if did.status != 3 {
            assert_eq!(did.status, 0, "{level}: {did:#?}");
            levels += 1;
        }
    }
    assert!(levels > 1, "programs run at some levels");
}

/// Whatever starts `jury` (a proxy of rustup's, a virtual environment) chooses no toolchain either.
#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_toolchain_named_in_the_environment_is_not_taken() {
    let world = repository();
    let before = toolchains(&mut world.command(&["doctor"]));
    let mut command = world.command(&["doctor"]);
    command.env("RUSTUP_TOOLCHAIN", "nightly-1999-01-01").env("GOTOOLCHAIN", "go1.99");
    assert_eq!(toolchains(&mut command), before);
}
