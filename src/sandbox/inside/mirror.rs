//! Shows files of the judge's alone to programs that run as another user, where there is no mount
//! namespace: by hard links to them, or by copies, in a folder that this user may enter.
//!
//! A link is the file itself. So only such files are linked to which that user can do nothing but read
//! and execute them; all others, and those on another file system, are copied.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{
    DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt,
};
use std::path::Path;

use rustix::io::Errno;

use crate::machine;

/// Bits that a linked file must not have: set-user-id, set-group-id, and write permission for anybody
/// but its owner.
const DANGEROUS: u32 = 0o6022;

/// Shows all files and folders below `from` in the folder `to`. Folders keep their modes. What is
/// neither file nor folder is left out: builds leave none.
pub(super) fn show_all(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (place, state) = (to.join(entry.file_name()), entry.metadata()?);
        if state.is_dir() {
            make_folder(&place, state.mode() & 0o777)?;
            show_all(&entry.path(), &place)?;
        } else if state.is_file() {
            show(&entry.path(), &place)?;
        }
    }
    Ok(())
}

/// Shows a file at `to`.
pub(super) fn show(from: &Path, to: &Path) -> io::Result<()> {
    let state = fs::metadata(from)?;
    let is_harmless = machine::is_own(state.uid()) && state.mode() & DANGEROUS == 0;
    if is_harmless && state.mode() & 0o004 != 0 {
        match rustix::fs::link(from, to) {
            Ok(()) => return Ok(()),
            Err(Errno::XDEV | Errno::PERM | Errno::MLINK | Errno::OPNOTSUPP | Errno::ACCESS) => {}
            Err(error) => return Err(error.into()),
        }
    }
    copy(from, to, if state.mode() & 0o111 == 0 { 0o644 } else { 0o755 })
}

/// Makes a folder of this mode, whatever the mask.
pub(super) fn make_folder(path: &Path, mode: u32) -> io::Result<()> {
    fs::DirBuilder::new().mode(0o700).create(path)?;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

/// Through memory of ours: what copies within the kernel may be refused to us.
fn copy(from: &Path, to: &Path, mode: u32) -> io::Result<()> {
    let mut from = fs::File::open(from)?;
    let mut to = fs::File::options().write(true).create_new(true).mode(0o600).open(to)?;
    let mut space = vec![0; 256 << 10];
    loop {
        match from.read(&mut space)? {
            0 => break,
            length => to.write_all(&space[..length])?,
        }
    }
    to.set_permissions(fs::Permissions::from_mode(mode))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_its_reader_cannot_change_is_linked() {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::create_dir(from.path().join("below")).unwrap();
        fs::set_permissions(from.path().join("below"), fs::Permissions::from_mode(0o777)).unwrap();
        let rows = [
            ("plain", 0o644, true, 0o644),
            ("below/program", 0o755, true, 0o755),
            ("group", 0o664, false, 0o644),
            ("all", 0o777, false, 0o755),
            ("user", 0o4755, false, 0o755),
            ("closed", 0o600, false, 0o644),
        ];
        for (name, mode, ..) in rows {
            fs::write(from.path().join(name), name).unwrap();
            let mode = fs::Permissions::from_mode(mode);
            fs::set_permissions(from.path().join(name), mode).unwrap();
        }
        std::os::unix::fs::symlink("/etc/passwd", from.path().join("link")).unwrap();
        show_all(from.path(), to.path()).unwrap();
        for (name, _, is_linked, mode) in rows {
            let state = |folder: &Path| fs::metadata(folder.join(name)).unwrap();
            let (there, here) = (state(from.path()), state(to.path()));
            assert_eq!(there.ino() == here.ino(), is_linked, "{name}");
            assert_eq!(here.mode() & 0o7777, mode, "{name}");
            assert_eq!(fs::read_to_string(to.path().join(name)).unwrap(), name);
        }
        assert!(fs::symlink_metadata(to.path().join("link")).is_err());
        assert_eq!(fs::metadata(to.path().join("below")).unwrap().mode() & 0o777, 0o777);
        assert_eq!(fs::metadata(from.path().join("user")).unwrap().mode() & 0o7777, 0o4755);
    }
}
