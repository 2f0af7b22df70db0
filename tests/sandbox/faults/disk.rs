//! Disk full: the error names the place, nothing half written remains, and a build that found no
//! room is no compile error.

use std::fs;
use std::path::Path;

use rustix::mount::{MountFlags, MountPropagationFlags, mount, mount_change};
use rustix::thread::{UnshareFlags, unshare_unsafe};

use super::common::{RIGHT, SOURCE, Who, World, names};
use crate::long::usual_or_long;
use crate::zoo_support::is_root;

const FULL: [&str; 2] = ["No space left on device", "no storage space"];

/// Mounts a small file system at `small`, seen by this thread and what it starts, gone with them.
#[expect(unsafe_code, reason = "a mount namespace of this thread's own")]
fn mount_small(world: &World, options: &str) {
    // SAFETY: only this thread, which shares nothing of it with others, gets other mounts.
    unsafe { unshare_unsafe(UnshareFlags::NEWNS | UnshareFlags::FS) }.unwrap();
    mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC).unwrap();
    let place = world.path("small");
    fs::create_dir_all(&place).unwrap();
    let options = std::ffi::CString::new(format!("mode=01777,{options}")).unwrap();
    mount("tmpfs", &place, "tmpfs", MountFlags::empty(), options.as_c_str()).unwrap();
}

/// Fills the file system but for so many bytes; what filled it before is taken away.
fn fill(world: &World, size: u64, left: u64) {
    let ballast = world.path("small/ballast");
    let _ = fs::remove_file(&ballast);
    let zeros = vec![0; usize::try_from(size.saturating_sub(left)).unwrap()];
    // The rest of it is the file system's own.
    let _ = fs::write(&ballast, zeros);
}

/// In a thread of its own, so that its mounts are its own, for each user; the administrator only
/// can mount.
fn with_worlds(files: &[(&str, &str)], options: &str, test: impl Fn(&World, Who) + Sync) {
    if !is_root() {
        return;
    }
    for who in Who::all() {
        // Outlives the thread and its mount, under which its folder could not be removed.
        let world = World::new(who, files);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                mount_small(&world, options);
                test(&world, who);
            });
        });
    }
}

/// Eight megabytes of program: a linker that finds no room for it leaves as much as it found.
const LARGE: &str = "#include <stdio.h>\nstatic char large[8 << 20] = {1};\n\
    int main(void) { int a, b; if (scanf(\"%d %d\", &a, &b) == 2)\n\
    printf(\"%d\\n\", a + b + large[a * 7 + 1]); }\n";

#[test]
fn a_build_on_a_full_disk_is_no_compile_error() {
    const SIZE: u64 = 24 << 20;
    with_worlds(&[("right.c", LARGE)], &format!("size={SIZE}"), |world, who| {
        let cache = world.path("small/cache").display().to_string();
        let (mut right, mut failed) = (0, 0);
        let few: &[u64] = &[0, 8, 64, 1000, 7000, 8500, 12_000, 23_000];
        let all: &[u64] =
            &[0, 4, 8, 12, 16, 32, 64, 512, 1000, 5000, 7000, 8500, 12_000, 20_000, 23_000];
        for &left in usual_or_long(few, all) {
            let _ = fs::remove_dir_all(&cache);
            fill(world, SIZE, left << 10);
            let did = world.jury(&[], &["grade", "./p", "right.c", "--cache", &cache]);
            did.assert_right_or_failed(&FULL, &format!("{who:?}, {left} KiB left"));
            assert!(did.status == 0 || did.err.contains(&cache), "{}", did.words());
            assert_eq!(names(&Path::new(&cache).join("work")), [""; 0], "{left} KiB left");
            right += i32::from(did.status == 0);
            failed += i32::from(did.status == 3);
        }
        assert!(right > 0 && failed > 2, "{right} right, {failed} failed");
        // A source that is wrong is still told from a disk that is full.
        fill(world, SIZE, SIZE);
        world.write("bad.c", "#error No space left on this line\nint main(\n");
        let did = world.jury(&[], &["grade", "./p", "bad.c", "--cache", &cache]);
        assert!(did.status == 1 && did.out.contains("CE "), "{}", did.words());
    });
}

#[test]
fn a_disk_without_room_for_names_is_full_too() {
    with_worlds(&[("right.c", SOURCE)], "size=64m,nr_inodes=40", |world, who| {
        let cache = world.path("small/cache").display().to_string();
        let (mut right, mut failed) = (0, 0);
        for left in (1..20).step_by(usual_or_long(3, 1)) {
            let _ = fs::remove_dir_all(world.path("small/names"));
            let _ = fs::remove_dir_all(&cache);
            fs::create_dir(world.path("small/names")).unwrap();
            for number in 0..38_u32.saturating_sub(left) {
                fs::write(world.path("small/names").join(number.to_string()), "").unwrap();
            }
            let did = world.jury(&[], &["grade", "./p", "right.c", "--cache", &cache]);
            did.assert_right_or_failed(&FULL, &format!("{who:?}, {left} names left"));
            assert_eq!(names(&Path::new(&cache).join("work")), [""; 0], "{left} names left");
            right += i32::from(did.status == 0);
            failed += i32::from(did.status == 3);
        }
        assert!(right > 0 && failed > 0, "{right} right, {failed} failed");
    });
}

#[test]
fn a_full_place_for_temporary_files_does_no_harm() {
    with_worlds(&[("right", RIGHT), ("right.c", SOURCE)], "size=16k", |world, _| {
        fill(world, 16 << 10, 0);
        for submission in ["right", "right.c"] {
            let mut command = world.command(&[], &["grade", "./p", submission]);
            command.env("TMPDIR", world.path("small"));
            let did = world.end(command.spawn().unwrap());
            assert_eq!(did.status, 0, "{}", did.words());
        }
        assert_eq!(names(&world.path("small")), ["ballast"]);
    });
}

#[test]
fn a_report_that_finds_no_room_leaves_the_old_one() {
    with_worlds(&[("right", RIGHT)], "size=64k", |world, _| {
        let old = "x".repeat(5000);
        fs::write(world.path("small/report.json"), &old).unwrap();
        for left in [0, 4 << 10] {
            fill(world, 64 << 10, left);
            // Longer than what is left: `keep-going` on many names.
            let mut arguments = vec!["grade", "./p", "--json", "small/report.json"];
            arguments.extend(["right"; 8]);
            let did = world.jury(&[], &arguments);
            assert_eq!(did.status, 3, "{}", did.words());
            assert!(FULL.iter().any(|words| did.err.contains(words)), "{}", did.words());
            assert!(did.err.contains("small/report.json"), "{}", did.words());
            assert_eq!(fs::read_to_string(world.path("small/report.json")).unwrap(), old);
            let mut left_over = names(&world.path("small"));
            left_over.sort();
            assert_eq!(left_over, ["ballast", "report.json"]);
        }
        // What is printed may find no room either.
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = world.command(&[], &["grade", "./p", "right"]);
        let did = world.end(command.stdout(full).spawn().unwrap());
        assert!(did.status == 3 && did.err.contains(FULL[0]), "{}", did.words());
        world.assert_sound("a full disk");
    });
}

#[test]
fn a_history_that_finds_no_room_keeps_what_it_has() {
    const SIZE: u64 = 128 << 10;
    with_worlds(&[("right", RIGHT)], &format!("size={SIZE}"), |world, _| {
        for (name, text) in [("1.in", "1 2\n"), ("1.ans", "3\n")] {
            world.write(&format!("small/p/{name}"), text);
        }
        world.give("small");
        let grade = ["grade", "./small/p", "right", "--save"];
        let saved = |number: usize| {
            let did = world.jury(&[], &grade);
            assert_eq!(did.status, 0, "{}", did.words());
            assert!(did.err.contains(&format!("saved as grade {number}")), "{}", did.words());
        };
        saved(1);
        fill(world, SIZE, 0);
        // Until the page that the history has is full.
        let mut tries = (2..200).map(|number| (number, world.jury(&[], &grade)));
        let (number, did) = tries.find(|(_, did)| did.status != 0).unwrap();
        assert!(did.status == 3 && did.out.contains("AC "), "{}", did.words());
        assert!(did.err.contains("history.jsonl: "), "{}", did.words());
        assert!(did.err.contains("No space left"), "{}", did.words());
        fs::remove_file(world.path("small/ballast")).unwrap();
        saved(number);
        let did = world.jury(&[], &["history", "./small/p"]);
        let newest = format!("newest of {number}: ");
        assert!(did.status == 0 && did.out.contains(&newest), "{}", did.words());
    });
}

#[test]
fn cases_that_find_no_room_are_not_there_by_half() {
    const SIZE: u64 = 256 << 10;
    let generator = "#!/bin/sh\nhead -c 30000 /dev/zero | tr '\\0' x\necho \"$@\"\n";
    let reference = "#!/bin/sh\nhead -c 5000\n";
    with_worlds(&[("gen", generator), ("ref", reference)], &format!("size={SIZE}"), |world, _| {
        let toml = "name = \"G\"\nreference = \"./ref\"\n[[generator]]\nprogram = \"gen\"\n\
                    name = \"secret/{}\"\ncount = 5\n";
        fs::create_dir_all(world.path("small/p/data")).unwrap();
        fs::write(world.path("small/p/problem.toml"), toml).unwrap();
        for name in ["gen", "ref"] {
            fs::copy(world.path(name), world.path("small/p").join(name)).unwrap();
        }
        let arguments = ["-R", "a+rwX", "small/p"];
        let opened = std::process::Command::new("chmod")
            .args(arguments)
            .current_dir(world.path(""))
            .status();
        assert!(opened.unwrap().success());
        fill(world, SIZE, 120 << 10);
        let did = world.jury(&[], &["generate", "./small/p"]);
        assert_eq!(did.status, 3, "{}", did.words());
        assert!(did.err.contains(FULL[0]) && did.err.contains("small/p/data"), "{}", did.words());
        let data = world.path("small/p/data/secret");
        for name in names(&data) {
            let kind = Path::new(&name).extension().and_then(|kind| kind.to_str());
            assert!(matches!(kind, Some("in" | "ans")), "{name} is left");
            let length = fs::metadata(data.join(&name)).unwrap().len();
            assert!(length >= 5000, "{name} is written by half: {length}");
        }
        fs::remove_file(world.path("small/ballast")).unwrap();
        let did = world.jury(&[], &["generate", "./small/p"]);
        assert_eq!(did.status, 0, "{}", did.words());
        assert_eq!(names(&data).len(), 10);
    });
}

/// A contestant who fills his own box is met by his own limit.
#[test]
fn a_box_that_a_program_fills_is_its_own_affair() {
    for who in Who::all() {
        let filler = "#!/bin/sh\nhead -c 200000000 /dev/zero > x && echo 3\n";
        let world = World::new(who, &[("filler", filler)]);
        let did = world.jury(&[], &["grade", "./p", "filler"]);
        assert_eq!(did.status, 1, "{}", did.words());
        let told = ["OLE ", "WA ", "RTE "].iter().any(|verdict| did.out.contains(verdict));
        assert!(told, "{}", did.words());
        world.assert_sound("a full box");
    }
}
