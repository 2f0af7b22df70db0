//! Files by which a program reads its input and writes its output, in place of the standard streams.

use std::sync::Arc;

use crate::digest::Digest;

/// Bytes of a file's name at the most: what file systems allow.
const LONGEST: usize = 255;

/// The files by which a program reads its input and writes its output. They lie in its working
/// directory; `None` is the standard stream.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NamedFiles {
    /// The input lies there before the program starts; its standard input is empty then.
    pub input: Option<Arc<str>>,
    /// Its output is what lies there in the end; what it writes to standard output does not count
    /// then.
    pub output: Option<Arc<str>>,
}

impl NamedFiles {
    /// Only the standard streams.
    pub const STREAMS: Self = Self { input: None, output: None };

    /// Whether there are only the standard streams.
    pub fn are_streams(&self) -> bool {
        *self == Self::STREAMS
    }

    /// The file that a package names: `None` where it means the standard stream, which it also does by
    /// `stdin` and `stdout`.
    ///
    /// # Errors
    /// What is wrong with the name: a lower-case fragment.
    pub(super) fn name(written: &str) -> Result<Option<Arc<str>>, String> {
        if matches!(written, "" | "stdin" | "stdout") {
            return Ok(None);
        }
        let is_plain = !written.contains('/') && !written.chars().any(char::is_control);
        if !is_plain || matches!(written, "." | "..") || written.len() > LONGEST {
            let found: String = written.escape_debug().take(LONGEST).collect();
            return Err(format!("expected the name of a file without folders, found `{found}`"));
        }
        Ok(Some(written.into()))
    }

    /// Adds them to a digest; the standard streams add nothing.
    pub fn add_to(&self, digest: &mut Digest) {
        for (key, name) in [("input file", &self.input), ("output file", &self.output)] {
            if let Some(name) = name {
                digest.field(key, name.as_bytes());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::NamedFiles;

    #[test]
    fn names_lead_nowhere() {
        for stream in ["", "stdin", "stdout"] {
            assert_eq!(NamedFiles::name(stream), Ok(None), "{stream}");
        }
        for good in ["input.txt", "a b", ".x", "ä", &"x".repeat(255)] {
            assert_eq!(NamedFiles::name(good).unwrap().as_deref(), Some(good));
        }
        for bad in [".", "..", "/etc/passwd", "a/b", "a\0", "a\n", &"x".repeat(256)] {
            assert!(NamedFiles::name(bad).is_err(), "{bad:?}");
        }
    }
}
