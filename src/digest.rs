//! What tells data from other data: a digest of a list of parts.

use std::fs::File;
use std::io;
use std::os::unix::fs::MetadataExt as _;

/// A digest in the making. Every part goes in with its length, so that no two different lists of
/// parts read alike.
#[derive(Debug, Default)]
pub struct Digest(blake3::Hasher);

impl Digest {
    /// One more part.
    pub fn part(&mut self, bytes: impl AsRef<[u8]>) {
        let bytes = bytes.as_ref();
        self.0.update(&(bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    /// As many parts as there are, with their number.
    pub fn list(&mut self, parts: impl IntoIterator<Item = impl AsRef<[u8]>>) {
        let parts: Vec<_> = parts.into_iter().collect();
        self.part((parts.len() as u64).to_le_bytes());
        for part in parts {
            self.part(part);
        }
    }

    /// What a file holds, whose length may only be known at its end: its own digest is the part.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn file(&mut self, file: File) -> io::Result<()> {
        let mut whole = blake3::Hasher::new();
        whole.update_reader(file)?;
        self.part(whole.finalize().as_bytes());
        Ok(())
    }

    /// What a file's system says of it, which is another after every change: the file itself, its size,
    /// and when it was changed. Returns when that was, in seconds of the system's clock.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn stamp(&mut self, file: &File) -> io::Result<i64> {
        let state = file.metadata()?;
        for number in [state.dev(), state.ino(), state.size()] {
            self.part(number.to_le_bytes());
        }
        // The second pair is the system's own, and cannot be set by anybody.
        for number in [state.mtime(), state.mtime_nsec(), state.ctime(), state.ctime_nsec()] {
            self.part(number.to_le_bytes());
        }
        Ok(state.ctime())
    }

    /// Of all parts so far.
    pub fn in_hexadecimal(&self) -> String {
        self.0.finalize().to_hex().to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::Digest;

    fn of(add: impl Fn(&mut Digest)) -> String {
        let mut digest = Digest::default();
        add(&mut digest);
        digest.in_hexadecimal()
    }

    #[test]
    fn lists_that_differ_do_not_read_alike() {
        let ways = [
            of(|_| {}),
            of(|digest| digest.part("")),
            of(|digest| digest.part("ab")),
            of(|digest| {
                digest.part("a");
                digest.part("b");
            }),
            of(|digest| digest.list(["ab"])),
            of(|digest| digest.list(["a", "b"])),
            of(|digest| {
                digest.list(["a"]);
                digest.part("b");
            }),
        ];
        for (index, one) in ways.iter().enumerate() {
            assert!(!ways[index + 1..].contains(one), "{index}");
        }
    }
}
