//! Reading the files that a command line names, within bounds, since a device or a pipe need not end.
//! Knows nothing of what stands in them.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context as _, anyhow};
use bytesize::ByteSize;

use super::status::Failure;

/// The most that is taken of an input, an output, an answer or a report, in bytes.
pub(super) const LARGEST: u64 = 1 << 30;

/// All of a file.
pub(super) fn read(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    whole(File::open(path), &path.display().to_string(), most)
}

/// All of a file, `-` being standard input.
pub(super) fn read_or_standard_input(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    if path == Path::new("-") { standard_input(most) } else { read(path, most) }
}

/// All of standard input.
pub(super) fn standard_input(most: u64) -> Result<Vec<u8>, Failure> {
    whole(Ok(io::stdin().lock()), "standard input", most)
}

fn whole(source: io::Result<impl Read>, name: &str, most: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    source
        .and_then(|source| source.take(most + 1).read_to_end(&mut bytes))
        .with_context(|| format!("cannot read {name}"))
        .map_err(Failure::usage)?;
    if bytes.len() as u64 > most {
        let most = ByteSize(most);
        return Err(Failure::usage(anyhow!("{name} is too large: at most {most} are taken")));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_ends_is_refused() {
        assert_eq!(whole(Ok(&b"1234"[..]), "x", 4).unwrap(), b"1234");
        let failure = whole(Ok(io::repeat(0)), "/dev/zero", 4 << 20).unwrap_err();
        assert_eq!(failure.to_string(), "/dev/zero is too large: at most 4.0 MiB are taken");
    }
}
