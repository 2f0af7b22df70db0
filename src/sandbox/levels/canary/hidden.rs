//! Attempts at what nobody may see a program do: to change what it is judged by, and to make the
//! kernel hold what no size of a process shows. Each says of each breach whether it is open.

#![expect(unsafe_code, reason = "a program without scruples makes raw system calls")]
#![expect(
    clippy::unnecessary_wraps,
    reason = "attempts that cannot go wrong stand in one table with others"
)]

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write as _};
use std::time::Duration;

/// Standard input is a large file of the judge's.
pub(super) fn input(_: &[OsString]) -> io::Result<Vec<bool>> {
    let again = "/proc/self/fd/0";
    let name = fs::read_link(again)?;
    let named =
        name.file_name().is_some_and(|name| !name.as_encoded_bytes().starts_with(b"memfd:"));
    let written =
        fs::OpenOptions::new().write(true).open(again).and_then(|mut file| file.write_all(b"x"));
    Ok(vec![written.is_ok(), named])
}

/// What the whole machine has a limited number of, and marks on files without bound.
pub(super) fn numbers(_: &[OsString]) -> io::Result<Vec<bool>> {
    let mut context = 0_u64;
    fs::write("marked", "")?;
    // SAFETY: plain system calls on live variables and constant texts.
    let (requests, mark) = unsafe {
        let requests = libc::syscall(libc::SYS_io_setup, 128, &raw mut context);
        let mark =
            libc::setxattr(c"marked".as_ptr(), c"user.mark".as_ptr(), c"x".as_ptr().cast(), 1, 0);
        (requests, mark)
    };
    fs::remove_file("marked")?;
    Ok(vec![requests == 0, mark == 0])
}

/// Memory that belongs to no process's size any more, because each page was given up at once.
pub(super) fn shared_memory(_: &[OsString]) -> io::Result<Vec<bool>> {
    const PIECE: usize = 16 << 20;
    for _ in 0..16 {
        let flags = libc::MAP_SHARED | libc::MAP_ANONYMOUS;
        let access = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: a new mapping, of which nothing else knows, is filled within its bounds.
        unsafe {
            let memory = libc::mmap(std::ptr::null_mut(), PIECE, access, flags, -1, 0);
            if memory == libc::MAP_FAILED {
                return Ok(vec![false]);
            }
            memory.write_bytes(1, PIECE);
            libc::madvise(memory, PIECE, libc::MADV_DONTNEED);
        }
    }
    std::thread::sleep(Duration::from_millis(500));
    Ok(vec![true])
}
