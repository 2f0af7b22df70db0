//! What tells data from other data: a digest of named fields.

use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt as _;

/// A digest in the making. Every field goes in with its name, its kind and its length, so that no two
/// different lists of fields read alike.
#[derive(Debug, Clone, Default)]
pub struct Digest(blake3::Hasher);

/// What stands before a field that is one value.
const VALUE: u8 = 1;

/// What stands before a field that is a list of values.
const LIST: u8 = 2;

impl Digest {
    /// One more field.
    pub fn field(&mut self, name: &str, value: impl AsRef<[u8]>) {
        self.begin(VALUE, name);
        self.bytes(value.as_ref());
    }

    /// A number.
    pub fn number(&mut self, name: &str, value: impl Into<u128>) {
        self.field(name, value.into().to_le_bytes());
    }

    /// A number with a fraction, by its bits.
    pub fn fraction(&mut self, name: &str, value: f64) {
        self.field(name, value.to_bits().to_le_bytes());
    }

    /// As many values as there are, with their number.
    pub fn list(&mut self, name: &str, values: impl IntoIterator<Item = impl AsRef<[u8]>>) {
        let values: Vec<_> = values.into_iter().collect();
        self.begin(LIST, name);
        self.length(values.len());
        for value in values {
            self.bytes(value.as_ref());
        }
    }

    /// What a file holds, whose length may only be known at its end: its own digest is the value.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn file(&mut self, name: &str, file: impl Read) -> io::Result<()> {
        let mut whole = blake3::Hasher::new();
        whole.update_reader(file)?;
        self.field(name, whole.finalize().as_bytes());
        Ok(())
    }

    /// What bytes in memory hold, as if a file held them.
    pub fn content(&mut self, name: &str, bytes: &[u8]) {
        self.field(name, blake3::hash(bytes).as_bytes());
    }

    /// What a file's system says of it, which is another after every change: the file itself, its size,
    /// and when it was changed. Returns when that was, in seconds of the system's clock.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn stamp(&mut self, name: &str, file: &File) -> io::Result<i64> {
        let state = file.metadata()?;
        let numbers = [state.dev(), state.ino(), state.size()].map(u64::to_le_bytes);
        // The second pair is the system's own, and cannot be set by anybody.
        let times = [state.mtime(), state.mtime_nsec(), state.ctime(), state.ctime_nsec()];
        self.list(name, numbers.into_iter().chain(times.map(i64::to_le_bytes)));
        Ok(state.ctime())
    }

    /// The digest of one file alone, in hexadecimal.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn of_file(file: impl Read) -> io::Result<String> {
        let mut digest = Self::default();
        digest.file("file", file)?;
        Ok(digest.in_hexadecimal())
    }

    /// Of all fields so far.
    pub fn in_hexadecimal(&self) -> String {
        self.0.finalize().to_hex().to_string()
    }

    /// The same as bytes.
    pub fn to_bytes(&self) -> [u8; 32] {
        *self.0.finalize().as_bytes()
    }

    fn begin(&mut self, kind: u8, name: &str) {
        self.0.update(&[kind]);
        self.bytes(name.as_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.length(bytes.len());
        self.0.update(bytes);
    }

    fn length(&mut self, length: usize) {
        self.0.update(&(length as u64).to_le_bytes());
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
    fn fields_that_differ_do_not_read_alike() {
        let ways = [
            of(|_| {}),
            of(|digest| digest.field("n", "")),
            of(|digest| digest.field("n", "ab")),
            of(|digest| digest.field("m", "ab")),
            of(|digest| digest.field("na", "b")),
            of(|digest| {
                digest.field("n", "a");
                digest.field("n", "b");
            }),
            of(|digest| digest.list("n", ["ab"])),
            of(|digest| digest.list("n", ["a", "b"])),
            of(|digest| {
                digest.list("n", ["a"]);
                digest.field("n", "b");
            }),
            of(|digest| digest.number("n", 1_u64)),
            of(|digest| digest.fraction("n", 1.0)),
        ];
        for (index, one) in ways.iter().enumerate() {
            assert!(!ways[index + 1..].contains(one), "{index}");
        }
    }
}
