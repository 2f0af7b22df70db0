//! Opens and reads the files of packages and submissions. They belong to somebody else, who may
//! change them while we work: a file may become a pipe that nobody writes to, a link that leads
//! elsewhere, or larger than any memory. So nothing here waits, nothing follows a link, only regular
//! files that hold data are read, and no more of them than is allowed. Whoever wants to follow links
//! resolves them first, and decides then what they may lead to.

use std::fs::{File, Metadata};
use std::io::{self, Read as _};
use std::path::Path;

use bytesize::ByteSize;
use rustix::fs::{CWD, FsWord, Mode, OFlags, PROC_SUPER_MAGIC, ResolveFlags};
use rustix::io::Errno;

/// The most that an input or an answer of a case may hold, in bytes: both are held in memory by every
/// worker.
pub const LARGEST_CASE_FILE: u64 = 256 << 20;

/// File systems whose files are the kernel's words and not data: procfs, sysfs, debugfs, tracefs,
/// securityfs, configfs, and the control groups of both versions.
const KERNELS: [FsWord; 8] = [
    PROC_SUPER_MAGIC,
    0x6265_6572,
    0x6462_6720,
    0x7472_6163,
    0x7363_6673,
    0x6265_6570,
    0x0027_e0eb,
    0x6367_7270,
];

/// Opens a regular file. Every part of the path must be what it says, and no link.
///
/// # Errors
/// What the system says; [`io::ErrorKind::InvalidInput`] for what is no regular file, or a link.
pub fn open(path: &Path) -> io::Result<File> {
    Ok(open_and_look(path)?.0)
}

/// All of a regular file, which may hold this many bytes.
///
/// # Errors
/// As [`open`]; also when it holds more.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let (file, state) = open_and_look(path)?;
    expect_at_most(state.len(), most)?;
    let bytes = read_opened(file, most)?;
    // It may have grown.
    expect_at_most(bytes.len() as u64, most)?;
    Ok(bytes)
}

/// What an open file holds; of one that holds more than this many bytes, one byte more than these.
///
/// # Errors
/// What the system says.
pub fn read_opened(file: File, most: u64) -> io::Result<Vec<u8>> {
    let size = file.metadata()?.len().min(most);
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0) + 1);
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens an input or an answer, to look through it without holding it in memory.
///
/// # Errors
/// As [`open`]; also when it holds more than a case may.
pub fn open_case_file(path: &Path) -> io::Result<File> {
    let (file, state) = open_and_look(path)?;
    expect_at_most(state.len(), LARGEST_CASE_FILE)?;
    Ok(file)
}

/// All of an input or an answer.
///
/// # Errors
/// As [`read`].
pub fn read_case_file(path: &Path) -> io::Result<Vec<u8>> {
    read(path, LARGEST_CASE_FILE)
}

/// A file that holds this many bytes holds no more than is allowed.
///
/// # Errors
/// [`io::ErrorKind::FileTooLarge`], with both figures.
pub fn expect_at_most(bytes: u64, most: u64) -> io::Result<()> {
    if bytes <= most {
        return Ok(());
    }
    let mut sizes = [most, bytes].map(|size| ByteSize(size).to_string());
    if sizes[0] == sizes[1] {
        sizes = [most, bytes].map(|size| format!("{size} bytes"));
    }
    let message = format!("expected at most {}, found {}", sizes[0], sizes[1]);
    Err(io::Error::new(io::ErrorKind::FileTooLarge, message))
}

fn open_and_look(path: &Path) -> io::Result<(File, Metadata)> {
    let refused = |message| io::Error::new(io::ErrorKind::InvalidInput, message);
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let resolve = ResolveFlags::NO_SYMLINKS;
    let file = match rustix::fs::openat2(CWD, path, flags, Mode::empty(), resolve) {
        Ok(file) => File::from(file),
        Err(Errno::LOOP) => return Err(refused("expected a file, found a link")),
        // A socket.
        Err(Errno::NXIO) => return Err(refused("not a regular file")),
        Err(error) => return Err(error.into()),
    };
    let state = file.metadata()?;
    if !state.is_file() || KERNELS.contains(&rustix::fs::fstatfs(&file)?.f_type) {
        return Err(refused("not a regular file"));
    }
    Ok((file, state))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::fs::{FileType, mknodat};
    use std::fs;
    use std::os::unix::fs::symlink;

    #[track_caller]
    fn case(path: &Path, expected: &str) {
        assert_eq!(read(path, 4).unwrap_err().to_string(), expected, "{}", path.display());
    }

    #[test]
    fn only_what_a_regular_file_holds_is_read() {
        let place = tempfile::tempdir().unwrap();
        // Where temporary files lie may be a link itself.
        let place = place.path().canonicalize().unwrap();
        let path = |name: &str| place.join(name);
        fs::create_dir(path("folder")).unwrap();
        fs::write(path("folder/file"), "1234").unwrap();
        assert_eq!(read(&path("folder/file"), 4).unwrap(), b"1234");
        fs::write(path("large"), "12345").unwrap();
        case(&path("large"), "expected at most 4 B, found 5 B");
        case(&path("none"), "No such file or directory (os error 2)");
        case(&path("folder"), "not a regular file");
        case(Path::new("/dev/null"), "not a regular file");
        case(Path::new("/proc/cpuinfo"), "not a regular file");
        // No process writes to it, so reading would wait forever.
        mknodat(CWD, path("pipe"), FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
        case(&path("pipe"), "not a regular file");
        let _bound = std::os::unix::net::UnixListener::bind(path("socket")).unwrap();
        case(&path("socket"), "not a regular file");
    }

    #[test]
    fn no_part_of_a_path_is_a_link() {
        let place = tempfile::tempdir().unwrap();
        let place = place.path().canonicalize().unwrap();
        let path = |name: &str| place.join(name);
        fs::create_dir(path("folder")).unwrap();
        fs::write(path("folder/file"), "1234").unwrap();
        symlink("folder", path("other")).unwrap();
        symlink("folder/file", path("link")).unwrap();
        for name in ["other/file", "link"] {
            case(&path(name), "expected a file, found a link");
        }
    }
}
