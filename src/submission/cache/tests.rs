//! The build cache, with folders of its own.

use super::{Cache, Draft, Entry};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

fn draft(cache: &Cache, bytes: &[u8]) -> Draft {
    let draft = cache.draft().unwrap();
    let program = draft.make_program().unwrap();
    fs::write(program.join("program"), bytes).unwrap();
    draft
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[track_caller]
fn assert_holds(entry: Option<Entry>, bytes: &[u8]) {
    let entry = entry.expect("an entry");
    assert_eq!(fs::read(entry.program.join("program")).unwrap(), bytes);
}

#[test]
fn what_is_kept_is_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a/cache");
    let cache = Cache::open(&path).unwrap();
    assert!(cache.get("key").unwrap().is_none());
    let made = cache.keep("key", &draft(&cache, b"one"), "warning".into()).unwrap();
    assert_eq!(made.messages, "warning");
    let again = Cache::open(&path).unwrap();
    assert_eq!(again.get("key").unwrap().unwrap().messages, "warning");
    assert_holds(again.get("key").unwrap(), b"one");
    assert!(again.get("other").unwrap().is_none());
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o700);
    let left = fs::read_dir(path.join("work")).unwrap().count();
    assert_eq!(left, 0, "drafts are gone");
}

#[test]
fn a_damaged_entry_is_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::open(folder.path()).unwrap();
    let entry = folder.path().join("builds/key");
    let damages: [&dyn Fn(); 8] = [
        &|| set_mode(&entry, 0o777),
        &|| set_mode(&entry.join("program/program"), 0o666),
        &|| fs::write(entry.join("program/program"), b"two").unwrap(),
        &|| fs::write(entry.join("program/more"), b"").unwrap(),
        &|| fs::remove_file(entry.join("program/program")).unwrap(),
        &|| fs::remove_dir_all(entry.join("program")).unwrap(),
        &|| fs::write(entry.join("manifest.json"), b"{").unwrap(),
        &|| fs::remove_file(entry.join("manifest.json")).unwrap(),
    ];
    for damage in damages {
        cache.keep("key", &draft(&cache, b"one"), String::new()).unwrap();
        damage();
        assert!(cache.get("key").unwrap().is_none());
        assert!(!entry.exists());
    }
    cache.keep("key", &draft(&cache, b"one"), String::new()).unwrap();
    damages[2]();
    let made = cache.keep("key", &draft(&cache, b"new"), String::new()).unwrap();
    assert_holds(Some(made), b"new");
}

#[test]
fn drafts_of_the_dead_go_and_those_of_the_living_stay() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::open(folder.path()).unwrap();
    let living = cache.draft().unwrap();
    let dead = folder.path().join("work/draft-dead");
    fs::create_dir_all(dead.join("box/out")).unwrap();
    fs::set_permissions(dead.join("box/out"), fs::Permissions::from_mode(0o000)).unwrap();
    Cache::open(folder.path()).unwrap();
    assert!(living.path().exists() && !dead.exists());
}

#[test]
fn builders_side_by_side_agree() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::open(folder.path()).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for round in 0..20 {
                    let key = format!("key-{round}");
                    let made = cache.keep(&key, &draft(&cache, b"one"), String::new());
                    assert_holds(Some(made.unwrap()), b"one");
                }
            });
        }
    });
    assert_eq!(fs::read_dir(folder.path().join("builds")).unwrap().count(), 20);
}

#[test]
fn a_cache_that_cannot_be_is_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    let error = Cache::open(&folder.path().join("file")).unwrap_err();
    let expected = format!(
        "cannot use the build cache at {}/file/builds: Not a directory (os error 20)",
        folder.path().display()
    );
    assert_eq!(error.to_string(), expected);
}
