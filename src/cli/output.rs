//! Writing: errors, files that are never half written, and streams that drop colour where it does
//! not belong.

use std::io::{IsTerminal as _, Write};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};
use anyhow::{Context as _, anyhow};

use super::github;
use super::status::Failure;
use crate::machine::{self, folder_of, real};
use crate::problem::load::LoadError;
use crate::submission::{Language, Languages};
use crate::visible::visible;

/// Links that lead on to each other: as many as Linux follows.
const MOST_LINKS: usize = 40;
/// How reports' names end.
const REPORTS: [&str; 4] = ["json", "html", "xml", "md"];
const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();

/// Columns of the terminal that standard output is; `None` where it is none, or does not say.
pub(super) fn width() -> Option<usize> {
    let (columns, _) = std::io::stdout().is_terminal().then(crossterm::terminal::size)?.ok()?;
    (columns > 0).then_some(columns.into())
}

/// Writes an error, once, with its causes.
fn write_error(failure: &Failure, out: &mut dyn Write) -> std::io::Result<()> {
    let words = failure.to_string();
    // Each line of a package's is an error of its own.
    let is_list = failure.error.is::<LoadError>();
    for (number, line) in words.lines().enumerate() {
        let line = visible(line.as_bytes());
        let head = if number == 0 || is_list { "error: " } else { "" };
        writeln!(out, "{ERROR}{head}{ERROR:#}{line}")?;
    }
    Ok(())
}

/// Prints an error on standard error; in GitHub Actions as annotations, too.
pub(super) fn error(failure: &Failure) {
    // Where nobody can be told of an error, there is nothing to do about it.
    let mut words = |out: &mut dyn Write| write_error(failure, out);
    let _ = github::error(failure, &mut words, &mut anstream::stderr());
}

/// Prints a warning on standard error.
pub(super) fn warning(warning: &impl std::fmt::Display) {
    let words = visible(warning.to_string().as_bytes());
    let _ = writeln!(anstream::stderr(), "{WARNING}warning:{WARNING:#} {words}");
}

/// Writes to standard output. A reader that went away is no error of ours.
pub(super) fn print(
    render: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> Result<(), Failure> {
    to("standard output", &mut anstream::stdout().lock(), render)
}

/// Writes bytes of a program's to standard output as they are.
pub(super) fn print_raw(bytes: &[u8]) -> Result<(), Failure> {
    to("standard output", &mut std::io::stdout().lock(), |out| out.write_all(bytes))
}

/// Writes to standard error.
pub(super) fn print_aside(
    render: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> Result<(), Failure> {
    to("standard error", &mut anstream::stderr().lock(), render)
}

fn to(
    name: &str,
    stream: &mut dyn Write,
    render: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> Result<(), Failure> {
    match render(stream).and_then(|()| stream.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::ours(anyhow::Error::new(error).context(format!("cannot write to {name}"))))
        }
        _ => Ok(()),
    }
}

/// Whether a file can be put there: asked before long work, so that it is not done in vain.
pub(super) fn expect_writable(path: &Path) -> Result<(), Failure> {
    if path.is_dir() {
        return Err(Failure::usage(anyhow!("cannot write {}: it is a folder", path.display())));
    }
    let target = target(path);
    if !folder_of(&target).is_dir() {
        let folder = if path.is_symlink() { folder_of(&target) } else { folder_of(path) };
        return Err(Failure::usage(anyhow!(
            "cannot write {}: there is no folder {}",
            path.display(),
            folder.display()
        )));
    }
    // As it will be written: what is no regular file in place, all else beside it first.
    let tried = if target.exists() && !target.is_file() {
        rustix::fs::access(&target, rustix::fs::Access::WRITE_OK).map_err(Into::into)
    } else {
        machine::half_written(folder_of(&target)).map(drop)
    };
    tried.with_context(|| format!("cannot write {}", path.display())).map_err(Failure::usage)
}

/// The path as seen from the working directory, where it lies below it.
pub(super) fn short(path: &Path) -> PathBuf {
    let path = real(path);
    path.strip_prefix(real(Path::new("."))).map_or_else(|_| path.clone(), Path::to_owned)
}

/// Where a file is that is written to this path: at the end of all links, be there something or not.
fn target(path: &Path) -> PathBuf {
    let mut path = real(path);
    for _ in 0..MOST_LINKS {
        let Ok(next) = path.read_link() else { break };
        path = real(&folder_of(&path).join(next));
    }
    path
}

/// Whether both name one file, be it there or not, links included.
pub(super) fn is_same(left: &Path, right: &Path) -> bool {
    match (std::fs::metadata(left), std::fs::metadata(right)) {
        (Ok(left), Ok(right)) => (left.dev(), left.ino()) == (right.dev(), right.ino()),
        (Err(_), Err(_)) => target(left) == target(right),
        _ => false,
    }
}

/// What is lost of a file or folder when something is written to this path. What ends as reports do
/// is taken for an earlier one in a folder: `--watch` writes its report again and again.
fn overwritten<'a>(path: &'a Path, other: &'a Path) -> Option<&'a Path> {
    if is_same(path, other) {
        return Some(other);
    }
    let is_report = || path.extension().is_some_and(|ending| REPORTS.iter().any(|r| ending == *r));
    let is_in = || target(path).starts_with(target(other));
    (other.is_dir() && path.exists() && !is_report() && is_in()).then_some(path)
}

/// Whether a file is the source of a program by its ending. `--html *.cpp` takes the first of them for
/// the place of its report.
fn is_source(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let claims = |language: &Language| language.endings.iter().any(|known| known == ending);
    Languages::shipped().is_ok_and(|languages| languages.iter().any(|language| claims(language)))
}

/// Whether reports can go to all these places, `-` being standard output: no two to one, and none
/// over a file that is read, or that lies in a folder that is. Asked before the work.
pub(super) fn expect_reports(places: &[&Path], read: &[impl AsRef<Path>]) -> Result<(), Failure> {
    for (index, path) in places.iter().enumerate() {
        if places[..index].iter().any(|other| is_same(other, path)) {
            let path = path.display();
            return Err(Failure::usage(anyhow!("two reports cannot both go to {path}")));
        }
    }
    for path in places.iter().filter(|path| **path != Path::new("-")) {
        expect_writable(path)?;
        if let Some(lost) = read.iter().find_map(|other| overwritten(path, other.as_ref())) {
            let lost = lost.display();
            return Err(Failure::usage(anyhow!("the report would overwrite {lost}")));
        }
        if path.exists() && is_source(path) {
            return Err(Failure::usage(anyhow!(
                "the report would overwrite {}, a source file: name the file of the report right \
                 after its option, as in `--html page.html`",
                path.display()
            )));
        }
    }
    Ok(())
}

/// Writes a report to its place, `-` being standard output.
pub(super) fn write_report(path: &Path, text: &str) -> Result<(), Failure> {
    if path == Path::new("-") {
        print(|out| out.write_all(text.as_bytes()))
    } else {
        write_file(path, text.as_bytes())
    }
}

/// Writes a file whole or not at all: beside its place first, then renamed. A link stays a link,
/// and what is no regular file (a device, a pipe) is written to as it is.
pub(super) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_whole(path, bytes)
        .with_context(|| format!("cannot write {}", path.display()))
        .map_err(Failure::ours)
}

fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let known = std::fs::metadata(path).ok();
    if known.as_ref().is_some_and(|known| !known.is_file()) {
        return std::fs::OpenOptions::new().write(true).open(path)?.write_all(bytes);
    }
    let path = target(path);
    let mut file = machine::half_written(folder_of(&path))?;
    file.as_file_mut().write_all(bytes)?;
    file.as_file().sync_all()?;
    if let Some(known) = known {
        file.as_file().set_permissions(known.permissions())?;
    }
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
