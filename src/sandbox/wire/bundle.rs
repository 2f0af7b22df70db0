//! Files on their way into a box or out of it, one behind the other in a file without a name: of each
//! the length of its path, the path, its length, and what it holds.

use std::io::{self, Read, Write};

/// Bytes of a path at the most.
const LONGEST_PATH: usize = 4096;

/// Writes what stands before a file's bytes.
pub(in crate::sandbox) fn write_head(
    bundle: &mut impl Write,
    path: &[u8],
    length: u64,
) -> io::Result<()> {
    let size = u32::try_from(path.len()).map_err(io::Error::other)?;
    bundle.write_all(&size.to_le_bytes())?;
    bundle.write_all(path)?;
    bundle.write_all(&length.to_le_bytes())
}

/// The path and the length of the file that comes next; `None` at the end.
pub(in crate::sandbox) fn read_head(bundle: &mut impl Read) -> io::Result<Option<(Vec<u8>, u64)>> {
    let mut size = [0; 4];
    match bundle.read_exact(&mut size) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let size = u32::from_le_bytes(size) as usize;
    if size > LONGEST_PATH {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let (mut path, mut length) = (vec![0; size], [0; 8]);
    bundle.read_exact(&mut path)?;
    bundle.read_exact(&mut length)?;
    Ok(Some((path, u64::from_le_bytes(length))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_read_as_they_were_written() {
        let mut bundle = Vec::new();
        write_head(&mut bundle, b"a/b", 2).unwrap();
        bundle.extend_from_slice(b"xy");
        write_head(&mut bundle, b"", u64::MAX).unwrap();
        let mut rest = bundle.as_slice();
        assert_eq!(read_head(&mut rest).unwrap(), Some((b"a/b".to_vec(), 2)));
        rest = &rest[2..];
        assert_eq!(read_head(&mut rest).unwrap(), Some((Vec::new(), u64::MAX)));
        assert_eq!(read_head(&mut rest).unwrap(), None);
        assert!(read_head(&mut &[255_u8; 9][..]).is_err());
    }
}
