//! Writing: errors, files that are never half written, and streams that drop colour where it does
//! not belong.

use std::io::Write;
use std::path::Path;

use anstyle::{AnsiColor, Style};
use anyhow::Context as _;

use super::status::Failure;

const ERROR: Style = AnsiColor::Red.on_default().bold();

/// Prints an error on standard error, once, with its causes.
pub(super) fn error(failure: &Failure) {
    let _ = writeln!(anstream::stderr(), "{ERROR}error:{ERROR:#} {failure}");
}

/// Writes to standard output. A reader that went away is no error of ours.
pub(super) fn print(
    render: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> Result<(), Failure> {
    to(&mut anstream::stdout().lock(), render)
}

/// Writes to standard error.
pub(super) fn print_aside(
    render: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> Result<(), Failure> {
    to(&mut anstream::stderr().lock(), render)
}

fn to(
    stream: &mut dyn Write,
    render: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> Result<(), Failure> {
    match render(stream).and_then(|()| stream.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::ours(anyhow::Error::new(error).context("cannot write the report")))
        }
        _ => Ok(()),
    }
}

/// Writes a file whole or not at all: beside its place first, then renamed.
pub(super) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_whole(path, bytes)
        .with_context(|| format!("cannot write {}", path.display()))
        .map_err(Failure::ours)
}

fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut file = tempfile::Builder::new().prefix(".jury-").tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    make_readable(file.as_file())?;
    file.persist(path)?;
    Ok(())
}

/// Temporary files are private; what the user asked for is not.
#[cfg(unix)]
fn make_readable(file: &std::fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_: &std::fs::File) -> std::io::Result<()> {
    Ok(())
}
