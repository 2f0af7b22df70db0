//! What comes out of archives, and which are refused; where links may lead, told by the kernel.

mod zip;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use walkdir::WalkDir;

use self::zip::{Member, archive};
use super::unpack::{Bounds, unpack_within};
use super::{ArchiveError, Fault, Unpacked, is_archive, unpack};

/// Puts bytes into a file of this name in a folder of their own.
fn written(name: &str, bytes: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join(name);
    fs::write(&path, bytes).unwrap();
    (place, path)
}

fn unpacked(bytes: &[u8]) -> Result<Unpacked, ArchiveError> {
    unpack(&written("hello.zip", bytes).1)
}

/// All that is in a folder: `a/`, `a/b 644 text`, `c -> a/b`.
fn listed(folder: &Path) -> Vec<String> {
    let entries = WalkDir::new(folder).min_depth(1).sort_by_file_name().into_iter();
    let line = |entry: walkdir::DirEntry| {
        let shown = entry.path().strip_prefix(folder).unwrap().display().to_string();
        if entry.path_is_symlink() {
            return format!("{shown} -> {}", fs::read_link(entry.path()).unwrap().display());
        }
        if entry.file_type().is_dir() {
            return format!("{shown}/");
        }
        let mode = entry.metadata().unwrap().permissions().mode() & 0o7777;
        format!("{shown} {mode:o} {}", fs::read_to_string(entry.path()).unwrap())
    };
    entries.map(|entry| line(entry.unwrap())).collect()
}

#[track_caller]
fn case(members: &[Member], name: &str, expected: &[&str]) {
    let unpacked = unpacked(&archive(members)).unwrap();
    assert_eq!(unpacked.folder().file_name().unwrap(), name);
    assert_eq!(unpacked.folder().canonicalize().unwrap(), unpacked.folder());
    assert_eq!(listed(unpacked.folder()), expected);
}

#[track_caller]
fn refused(members: &[Member], expected: &str) {
    refused_bytes(&archive(members), expected);
}

#[track_caller]
fn refused_bytes(bytes: &[u8], expected: &str) {
    let error = unpacked(bytes).unwrap_err();
    let words = error.to_string();
    assert_eq!(words.split_once("hello.zip: ").map(|(_, words)| words), Some(expected), "{words}");
    assert!(!error.by_machine());
}

#[test]
fn a_package_comes_out_under_its_name() {
    let plain = [Member::folder("p"), Member::file("p/a", "A"), Member::file("p/b/c", "C")];
    case(&plain, "p", &["a 644 A", "b/", "b/c 644 C"]);
    let without_folders = [Member::file("p/b/c", "C"), Member::file("p/a", "A")];
    case(&without_folders, "p", &["a 644 A", "b/", "b/c 644 C"]);
    // Its own order is kept.
    assert_eq!(unpacked(&archive(&without_folders)).unwrap().files(), ["p/b/c", "p/a"]);
    case(&[Member::file("./p//./a", "A")], "p", &["a 644 A"]);
    case(&[Member::folder("p"), Member::folder("p")], "p", &[]);
    let from_a_mac = [
        Member::file("p/a", "A"),
        Member::file("__MACOSX/p/._a", "?"),
        Member::file(".DS_Store", "?"),
    ];
    case(&from_a_mac, "p", &["a 644 A"]);
    let at_the_top = [Member::file("problem.yaml", ""), Member::file("data/1.in", "1")];
    case(&at_the_top, "hello", &["data/", "data/1.in 644 1", "problem.yaml 644 "]);
    case(&[Member::file("a", "A")], "hello", &["a 644 A"]);
    case(&[], "hello", &[]);
}

#[test]
fn targets_of_links_have_as_many_parts_as_names_may_have() {
    let target = |parts: usize| "./".repeat(parts - 1) + "a";
    let members = |parts| [Member::file("a", "A"), Member::link("b", &target(parts))];
    case(&members(64), "hello", &["a 644 A", &format!("b -> {}", target(64))]);
    refused(&members(65), "`b`: expected at most 1000 bytes and 64 parts in a name");
}

#[test]
fn what_systems_leave_beside_files_is_no_part_of_a_package() {
    let members = [
        Member::file("a", "A"),
        Member::file("b/.DS_Store", "?"),
        Member::file("b/Thumbs.db", "?"),
        Member::file("b/c/desktop.ini", "?"),
        Member::file("b/d", "D"),
        Member::folder("__MACOSX"),
        Member::file("__MACOSX/._a", "?"),
        Member::link("__MACOSX/out", "/etc/passwd"),
        Member::file("._DS_Store", "mine"),
    ];
    case(&members, "hello", &["._DS_Store 644 mine", "a 644 A", "b/", "b/d 644 D"]);
    assert_eq!(unpacked(&archive(&members)).unwrap().files(), ["a", "b/d", "._DS_Store"]);
    let outside = "expected a name relative to the archive's top, without `..`, `\\` or a drive";
    refused(&[Member::file("__MACOSX/../a", "")], &format!("`__MACOSX/../a`: {outside}"));
}

#[test]
fn names_of_windows_may_be_parted_by_its_own_sign() {
    let file = |name: &str, creator| Member { creator, mode: 0, ..Member::file(name, "x") };
    let members = [
        file("p\\a", 0),
        file("p\\b\\c", 10),
        file("p\\b/d", 14),
        Member { data: Vec::new(), ..file("p\\e\\", 0) },
        Member { data: Vec::new(), ..file("p/f/", 0) },
    ];
    case(&members, "p", &["a 644 x", "b/", "b/c 644 x", "b/d 644 x", "e/", "f/"]);
    let outside = "expected a name relative to the archive's top, without `..`, `\\` or a drive";
    for name in ["\\a", "..\\a", "a\\..\\b", "a/..\\b", "C:\\a", "\\\\host\\a"] {
        refused(&[file(name, 0)], &format!("`{name}`: {outside}"));
    }
    refused(&[file("a\\b", 0), file("a/b", 0)], "`a/b`: duplicate name");
}

#[test]
fn contents_and_executable_bits_are_kept() {
    let long = "abc".repeat(100_000);
    let members = [
        Member { mode: 0o100_755, ..Member::file("a", "A") },
        Member { mode: 0o104_700, ..Member::file("b", "B") },
        Member { mode: 0o100_666, ..Member::file("c", "C") },
        Member { mode: 0, ..Member::file("d", "D") },
        Member { deflated: true, ..Member::file("e", &long) },
        Member { deflated: true, ..Member::file("f", "") },
        // Made on a system without such modes.
        Member { creator: 0, mode: 0o100_755, ..Member::file("g", "G") },
        Member { creator: 10, mode: 0o120_755, ..Member::file("h", "H") },
        Member { mode: 0, ..Member::folder("i") },
    ];
    let e = format!("e 644 {long}");
    let expected =
        ["a 755 A", "b 755 B", "c 644 C", "d 644 D", &e, "f 644 ", "g 644 G", "h 644 H", "i/"];
    case(&members, "hello", &expected);
}

#[test]
fn names_of_old_archivers_are_read_in_their_character_set() {
    let old = Member { name: b"L\x94sung".to_vec(), ..Member::file("", "A") };
    case(&[old], "hello", &["Lösung 644 A"]);
}

#[test]
fn where_no_permissions_were_packed_programs_are_told_by_their_beginning() {
    let files = [
        Member::file("a", "#!/bin/sh\n"),
        Member::file("b", "\x7fELF"),
        Member::file("c", "#"),
        Member::file("d", ""),
    ];
    let expected = ["a 755 #!/bin/sh\n", "b 755 \x7fELF", "c 644 #", "d 644 "];
    case(&files, "hello", &expected);
    let executable = Member { mode: 0o100_755, ..Member::file("e", "E") };
    let with_one = [&files[..], &[executable]].concat();
    let expected = ["a 644 #!/bin/sh\n", "b 644 \x7fELF", "c 644 #", "d 644 ", "e 755 E"];
    case(&with_one, "hello", &expected);
}

#[test]
fn a_temporary_folder_goes_with_the_package() {
    let unpacked = unpacked(&archive(&[Member::file("p/a", "A")])).unwrap();
    let folder = unpacked.folder().to_owned();
    assert!(folder.join("a").exists());
    drop(unpacked);
    assert!(!folder.exists());
    assert!(!folder.parent().unwrap().exists());
}

#[test]
fn names_that_lead_elsewhere_are_refused() {
    #[track_caller]
    fn case(name: &str, words: &str) {
        refused(&[Member::file(name, "")], words);
    }
    let outside = "expected a name relative to the archive's top, without `..`, `\\` or a drive";
    for name in ["/a", "../a", "a/../b", "a/..", "..", "a\\b", "\\a", "C:a", "c:/a", "//a"] {
        case(name, &format!("`{name}`: {outside}"));
    }
    case("a\0b", "`a\\u{0}b`: expected a name without zero bytes");
    let unreadable = Member { name: b"\xff".to_vec(), flags: 1 << 11, ..Member::file("", "") };
    refused(&[unreadable], "`\\xff`: expected a name in UTF-8");
    let too_long = "expected at most 1000 bytes and 64 parts in a name";
    let parts = |count: usize| vec!["a"; count].join("/");
    for name in ["a".repeat(256), "a/".repeat(501), parts(65)] {
        let shown = if name.len() > 200 { format!("{}…", &name[..200]) } else { name.clone() };
        case(&name, &format!("`{shown}`: {too_long}"));
    }
    let name = |last| {
        [&"a".repeat(249), &"b".repeat(249), &"c".repeat(249), last].map(String::as_str).join("/")
    };
    let (longest, longer) = (name(&"d".repeat(250)), name(&"d".repeat(251)));
    assert!(unpacked(&archive(&[Member::file(&longest, "")])).is_ok());
    case(&longer, &format!("`{}…`: {too_long}", &longer[..200]));
    assert!(unpacked(&archive(&[Member::file(&parts(64), "")])).is_ok());
    assert!(unpacked(&archive(&[Member::file(&"a".repeat(255), "")])).is_ok());
}

#[test]
fn names_that_meet_are_refused() {
    let file = |name| Member::file(name, "x");
    refused(&[file("a"), file("b"), file("a")], "`a`: duplicate name");
    refused(&[file("a"), file("./a")], "`./a`: duplicate name");
    refused(&[file("a"), Member::link("a", "b")], "`a`: duplicate name");
    let both = "the name is used both for a folder and for a file or link";
    refused(&[file("a"), Member::folder("a")], &format!("`a/`: {both}"));
    refused(&[Member::folder("a"), file("a")], &format!("`a`: {both}"));
    refused(&[file("a/b"), file("a")], &format!("`a`: {both}"));
    refused(&[file("a"), file("a/b")], &format!("`a/b`: {both}"));
    refused(&[Member::link("a", "."), file("a/b")], &format!("`a/b`: {both}"));
    refused(&[file(".")], &format!("`.`: {both}"));
}

#[test]
fn what_is_no_file_folder_or_link_is_refused() {
    for mode in [0o010_644, 0o020_644, 0o060_644, 0o140_644] {
        let special = Member { mode, ..Member::file("a", "") };
        refused(&[special], "`a`: expected a file, folder or link");
    }
    let odd = Member { mode: 0o120_777, ..Member::folder("a") };
    refused(&[odd], "`a/`: expected a file, folder or link");
}

#[test]
fn links_stay_links_inside_the_package() {
    let members = [
        Member::link("p/secret/1", "../sample/1"),
        Member::file("p/sample/1", "x"),
        Member::link("p/all", "sample"),
        Member::link("p/again", "./all"),
        Member::link("p/here", "."),
        Member::link("p/nowhere", "none/../none"),
    ];
    let expected = [
        "again -> ./all",
        "all -> sample",
        "here -> .",
        "nowhere -> none/../none",
        "sample/",
        "sample/1 644 x",
        "secret/",
        "secret/1 -> ../sample/1",
    ];
    case(&members, "p", &expected);
}

#[test]
fn links_that_lead_elsewhere_are_refused() {
    #[track_caller]
    fn case(link: &str, target: &str, words: &str) {
        let members = [
            Member::link(link, target),
            Member::file("p/a/b", ""),
            Member::link("p/up", "a"),
            Member::link("p/a/top", ".."),
        ];
        refused(&members, &format!("`{link}`: {words}"));
    }
    let relative = "expected a relative path in UTF-8 as the link's target";
    case("p/l", "", relative);
    case("p/l", "/etc/passwd", relative);
    case("p/l", "a\0b", relative);
    let out = "the link points outside the package";
    for target in ["..", "../q", "a/../..", "../../x", "./..//p", "x/../../p/a"] {
        case("p/l", target, out);
    }
    let through = "the link points through another link: make it point to the target directly";
    case("p/l", "up/../..", through);
    case("p/l", "a/top/..", through);
    case("p/l", "l/x", through);
    let long = "expected at most 1000 bytes and 64 parts in a name";
    case("p/l", &"a".repeat(1001), long);
    case("p/l", &"a/".repeat(64), long);
    let members = [Member { data: b"\xff".to_vec(), ..Member::link("l", "") }];
    refused(&members, &format!("`l`: {relative}"));
}

#[test]
fn entries_that_cannot_be_read_are_refused() {
    let file = || Member::file("a", "xyz");
    refused(&[Member { flags: 1, ..file() }], "`a`: encrypted entries cannot be read");
    refused(&[Member { flags: 1 << 13, ..file() }], "`a`: encrypted entries cannot be read");
    let method = "compressed by method 12: only stored and deflated entries are read";
    refused(&[Member { method: Some(12), ..file() }], &format!("`a`: {method}"));
    let damaged = |member: Member| {
        let error = unpacked(&archive(&[member])).unwrap_err();
        let is_damaged = matches!(
            &error,
            ArchiveError::BadEntry { entry, fault: Fault::Damaged(_), .. } if entry == "a"
        );
        assert!(is_damaged, "{error:?}");
    };
    damaged(Member { crc: Some(1), ..file() });
    damaged(Member { crc: Some(1), deflated: true, ..file() });
    damaged(Member { crc: Some(1), ..Member::link("a", "b") });
    damaged(Member { size: Some(2), ..file() });
    damaged(Member { size: Some(4), ..file() });
    damaged(Member { size: Some(2), deflated: true, ..file() });
    damaged(Member { size: Some(4), deflated: true, ..file() });
    damaged(Member { method: Some(8), ..file() });
    damaged(Member { offset: Some(1), ..file() });
    damaged(Member { offset: Some(u32::MAX - 1), ..file() });
}

#[test]
fn what_is_no_archive_is_refused() {
    let whole = archive(&[Member::file("a", &"x".repeat(100)), Member::file("b", "y")]);
    for cut in [0, 1, 50, whole.len() - 60, whole.len() - 1] {
        let error = unpacked(&whole[..cut]).unwrap_err();
        assert!(matches!(error, ArchiveError::Bad { fault: Fault::NotZip(_), .. }), "{error:?}");
    }
    let words = "not a ZIP archive, or a damaged one: Missing end of central directory";
    refused_bytes(b"just text", words);
    let (_place, path) = written("...zip", &archive(&[]));
    let error = unpack(&path).unwrap_err();
    assert!(matches!(error, ArchiveError::Bad { fault: Fault::Unnamed, .. }), "{error:?}");
}

#[test]
fn what_cannot_be_opened_is_told_apart() {
    let place = tempfile::tempdir().unwrap();
    for name in ["none.zip", "."] {
        let error = unpack(&place.path().join(name)).unwrap_err();
        assert!(matches!(error, ArchiveError::Unreadable { .. }), "{error:?}");
        assert!(!error.by_machine());
    }
    let full = || std::io::Error::from_raw_os_error(28);
    let archive = PathBuf::from("x.zip");
    assert!(ArchiveError::Unreadable { archive: archive.clone(), source: full() }.by_machine());
    let error = ArchiveError::Unwritable { archive, source: full() };
    assert!(error.by_machine());
    assert_eq!(error.to_string(), "cannot unpack x.zip: No space left on device (os error 28)");
}

#[test]
fn what_archives_can_make_of_themselves_is_bounded() {
    let bounds = Bounds { entries: 5, bytes: 30_000, free: 10_000, ratio: 20 };
    let within = |members: &[Member]| {
        let (_place, path) = written("hello.zip", &archive(members));
        unpack_within(&path, bounds).map(drop).map_err(|error| match error {
            ArchiveError::Bad { fault, .. } => fault,
            error => panic!("{error:?}"),
        })
    };
    let too_large = |bytes| Err(Fault::TooLarge(bytesize::ByteSize(bytes)));
    let stored = |size: usize| [Member::file("a", &"x".repeat(size))];
    let deflated =
        |size: usize| [Member { deflated: true, ..Member::file("a", &"x".repeat(size)) }];
    assert_eq!(within(&stored(30_000)), Ok(()));
    assert_eq!(within(&stored(30_001)), too_large(30_000));
    // Less than 200 bytes of archive.
    assert_eq!(within(&deflated(10_000)), Ok(()));
    assert_eq!(within(&deflated(10_001)), too_large(10_000));
    let files =
        |count: usize| (0..count).map(|i| Member::file(&format!("{i}"), "")).collect::<Vec<_>>();
    assert_eq!(within(&files(5)), Ok(()));
    assert_eq!(within(&files(6)), Err(Fault::TooMany(5)));
    assert_eq!(within(&[Member::file("a/b/c/d/e", "")]), Ok(()));
    assert_eq!(within(&[Member::file("a/b/c/d/e/f", "")]), Err(Fault::TooMany(5)));
    assert_eq!(within(&vec![Member::folder("a"); 6]), Err(Fault::TooMany(5)));
    // Two entries with the same bytes.
    let first = Member::file("a", &"x".repeat(300));
    let second =
        Member { offset: Some(0), without_data: true, ..Member::file("b", &"x".repeat(300)) };
    assert_eq!(within(&[first, second]), Err(Fault::Overlap));
}

#[test]
fn archives_are_known_by_their_ending() {
    for (path, expected) in
        [("a.zip", true), ("x/a.KPP", true), ("a.zip/", true), ("a.tar", false), ("zip", false)]
    {
        assert_eq!(is_archive(Path::new(path)), expected, "{path}");
    }
}

/// Whatever two links say, no path leads out of the package: the kernel is asked.
#[test]
fn the_kernel_finds_no_way_out() {
    let steps = ["..", ".", "b", "a/b", "a/b/..", "a/b/../..", "../..", "x/../.."];
    let mut kept = 0;
    for top in ["", "p/"] {
        let named = |name| format!("{top}{name}");
        let seconds = ["a/c", "b"].map(|second| steps.map(|target| (second, target))).concat();
        let firsts = ["..", "../a", "../b", "../..", "c/.."];
        for (first, (second, target)) in
            firsts.into_iter().flat_map(|first| seconds.iter().map(move |second| (first, second)))
        {
            let members = [
                Member::file(&named("a/f"), ""),
                Member::file(&named("f"), ""),
                Member::link(&named("a/b"), first),
                Member::link(&named(second), target),
            ];
            let Ok(unpacked) = unpacked(&archive(&members)) else { continue };
            kept += 1;
            for entry in WalkDir::new(unpacked.folder()).into_iter().map(Result::unwrap) {
                let real = entry.path().canonicalize().unwrap_or_default();
                let is_inside = real.starts_with(unpacked.folder()) || real == Path::new("");
                assert!(is_inside, "{:?}", listed(unpacked.folder()));
            }
        }
    }
    assert!(kept > 50, "only {kept} packages were unpacked");
}

proptest! {
    // Each writes files.
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn damaged_archives_are_refused_or_hold_what_they_held(
        at in any::<prop::sample::Index>(),
        bit in 0..8,
    ) {
        let members = [
            Member { deflated: true, ..Member::file("p/a", &"some text ".repeat(9)) },
            Member::file("p/b", "more text"),
            Member::link("p/c", "some"),
        ];
        let mut bytes = archive(&members);
        let at = at.index(bytes.len());
        bytes[at] ^= 1_u8 << bit;
        if let Ok(unpacked) = unpacked(&bytes) {
            for line in listed(unpacked.folder()) {
                let is_known = ["some", "more text", "/"].iter().any(|known| line.contains(known));
                prop_assert!(is_known, "{line}");
            }
        }
    }
}
