//! Takes over what a build left behind. The folder is hostile ground: names, links, pipes and sizes
//! in it may be anything.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;

use rustix::fs::{Dir, FileType, Mode, OFlags, openat};
use rustix::io::Errno;

/// Most files that are taken.
const MOST_FILES: usize = 4000;

/// Most bytes that are taken, all files together.
const MOST_BYTES: u64 = 512 << 20;

/// Deepest nesting of folders.
const DEEPEST: usize = 16;

/// Why nothing could be taken over.
#[derive(Debug)]
pub(super) enum CollectError {
    /// What the build left is not what a build leaves: the contestant's doing, in words.
    Refused(String),
    /// Reading or writing failed: ours.
    Io(io::Error),
}

impl From<io::Error> for CollectError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<rustix::io::Errno> for CollectError {
    fn from(error: rustix::io::Errno) -> Self {
        Self::Io(error.into())
    }
}

/// Copies all files below the folder `name` of `place`, which nothing writes to any more, into the
/// empty folder `to`. Only regular files and folders are taken; links are refused, never followed.
pub(super) fn collect(place: impl AsFd, name: &str, to: &Path) -> Result<(), CollectError> {
    let mut taken = Collected { files: 0, bytes: 0 };
    let folder = open(place, name, FOLDER)?;
    taken.folder(&folder, to, DEEPEST)?;
    if taken.files == 0 {
        return Err(CollectError::Refused("the build produced no program".into()));
    }
    Ok(())
}

const FOLDER: OFlags =
    OFlags::DIRECTORY.union(OFlags::RDONLY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// `NONBLOCK`, so that a pipe cannot hold us up.
const FILE: OFlags =
    OFlags::RDONLY.union(OFlags::NOFOLLOW).union(OFlags::NONBLOCK).union(OFlags::CLOEXEC);

/// How much was taken so far.
struct Collected {
    files: usize,
    bytes: u64,
}

impl Collected {
    fn folder(&mut self, from: &OwnedFd, to: &Path, depth: usize) -> Result<(), CollectError> {
        for entry in Dir::read_from(from)? {
            let entry = entry?;
            let name = entry.file_name();
            if name == c"." || name == c".." {
                continue;
            }
            let Ok(own) = name.to_str() else {
                return Err(CollectError::Refused(
                    "the build produced a file name that is not UTF-8".into(),
                ));
            };
            match entry_type(from, name)? {
                FileType::RegularFile => {
                    let file = File::from(open(from, own, FILE)?);
                    self.file(&file, own, &to.join(own))?;
                }
                FileType::Directory if depth > 0 => {
                    let below = open(from, own, FOLDER)?;
                    let to = to.join(own);
                    make_folder(&to)?;
                    self.folder(&below, &to, depth - 1)?;
                }
                _ => return Err(refused(own, "is not a regular file")),
            }
        }
        Ok(())
    }

    fn file(&mut self, from: &File, own: &str, to: &Path) -> Result<(), CollectError> {
        let metadata = from.metadata()?;
        if !metadata.is_file() {
            return Err(refused(own, "is not a regular file"));
        }
        self.files += 1;
        if self.files > MOST_FILES {
            return Err(CollectError::Refused(format!(
                "the build produced more than {MOST_FILES} files"
            )));
        }
        let left = MOST_BYTES - self.bytes;
        let too_large = || {
            CollectError::Refused(format!("the build produced more than {} MiB", MOST_BYTES >> 20))
        };
        if metadata.len() > left {
            return Err(too_large());
        }
        let mut copy = create(to, metadata.permissions().mode() & 0o111 != 0)?;
        let copied = io::copy(&mut from.take(left + 1), &mut copy)?;
        if copied > left {
            return Err(too_large());
        }
        self.bytes += copied;
        Ok(())
    }
}

/// Makes a folder that the unprivileged user of a run may read, whatever our umask.
pub(super) fn make_folder(path: &Path) -> io::Result<()> {
    fs::create_dir(path)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

/// Creates a file that the unprivileged user of a run may read, and execute where that is asked
/// for, whatever our umask.
pub(super) fn create(path: &Path, executable: bool) -> io::Result<File> {
    let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    let mode = if executable { 0o755 } else { 0o644 };
    file.set_permissions(fs::Permissions::from_mode(mode))?;
    Ok(file)
}

/// Opens what a build left. That it cannot be opened as what it should be is the build's doing.
fn open(place: impl AsFd, name: &str, flags: OFlags) -> Result<OwnedFd, CollectError> {
    match openat(place, name, flags, Mode::empty()) {
        Ok(file) => Ok(file),
        Err(Errno::NOENT) => Err(refused(name, "is gone")),
        Err(Errno::ACCESS | Errno::PERM) => Err(refused(name, "cannot be read")),
        Err(Errno::LOOP | Errno::NOTDIR | Errno::NXIO) => {
            Err(refused(name, "is not a regular file or folder"))
        }
        Err(error) => Err(error.into()),
    }
}

fn entry_type(folder: &OwnedFd, name: &std::ffi::CStr) -> Result<FileType, CollectError> {
    let stat = rustix::fs::statat(folder, name, rustix::fs::AtFlags::SYMLINK_NOFOLLOW)?;
    Ok(FileType::from_raw_mode(stat.st_mode))
}

fn refused(name: &str, what: &str) -> CollectError {
    CollectError::Refused(format!("`{}`, produced by the build, {what}", name.escape_debug()))
}

#[cfg(test)]
mod tests {
    use super::{CollectError, collect};
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::Path;

    /// What is left by `leave` and what is said of it; "" when it is taken.
    #[track_caller]
    fn case(leave: impl FnOnce(&Path), expected: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        fs::create_dir(&from).unwrap();
        fs::create_dir(&to).unwrap();
        leave(&from);
        let place = fs::File::open(folder.path()).unwrap();
        let said = match collect(&place, "from", &to) {
            Ok(()) => String::new(),
            Err(CollectError::Refused(words)) => words,
            Err(CollectError::Io(error)) => error.to_string(),
        };
        assert_eq!(said, expected);
        folder
    }

    #[test]
    fn files_and_folders_are_taken() {
        let folder = case(
            |from| {
                fs::create_dir_all(from.join("a/b")).unwrap();
                fs::write(from.join("a/b/C.class"), "class").unwrap();
                fs::write(from.join("program"), "elf").unwrap();
                fs::set_permissions(from.join("program"), fs::Permissions::from_mode(0o700))
                    .unwrap();
            },
            "",
        );
        let mode = |name: &str| {
            fs::metadata(folder.path().join("to").join(name)).unwrap().permissions().mode() & 0o777
        };
        assert_eq!(fs::read(folder.path().join("to/a/b/C.class")).unwrap(), b"class");
        assert_eq!((mode("a"), mode("a/b/C.class"), mode("program")), (0o755, 0o644, 0o755));
    }

    #[test]
    fn hostile_things_are_refused() {
        case(|_| {}, "the build produced no program");
        case(|from| fs::create_dir(from.join("a")).unwrap(), "the build produced no program");
        let link = "`program`, produced by the build, is not a regular file";
        case(|from| symlink("/etc/passwd", from.join("program")).unwrap(), link);
        case(|from| symlink("/etc", from.join("program")).unwrap(), link);
        case(
            |from| {
                let made = std::process::Command::new("mkfifo").arg(from.join("program")).status();
                assert!(made.unwrap().success());
            },
            link,
        );
        case(
            |from| {
                let deep = from.join(["d"; 17].join("/"));
                fs::create_dir_all(deep).unwrap();
            },
            "`d`, produced by the build, is not a regular file",
        );
        case(
            |from| {
                for number in 0..=4000 {
                    fs::write(from.join(number.to_string()), "").unwrap();
                }
            },
            "the build produced more than 4000 files",
        );
        case(
            |from| {
                let file = fs::File::create(from.join("huge")).unwrap();
                file.set_len((512 << 20) + 1).unwrap();
            },
            "the build produced more than 512 MiB",
        );
    }

    #[test]
    fn a_link_instead_of_the_folder_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        symlink("/etc", folder.path().join("from")).unwrap();
        let place = fs::File::open(folder.path()).unwrap();
        for name in ["from", "gone"] {
            let error = collect(&place, name, folder.path()).unwrap_err();
            assert!(matches!(error, CollectError::Refused(_)), "{error:?}");
        }
    }
}
