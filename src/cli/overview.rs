//! The matrix of submissions × cases on a terminal while it fills: drawn in place on standard error, and
//! gone when it ends. In a pipe, and on a terminal that cannot move its cursor, a line now and then stands for it.
//!
//! Nothing of the terminal is changed that would have to be put back, so that a crash or a kill leaves
//! no more behind than the last lines drawn.

use std::io::{IsTerminal as _, Write as _};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use crossterm::cursor::MoveUp;
use crossterm::queue;
use crossterm::terminal::{BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, size};
use unicode_width::UnicodeWidthStr as _;

use crate::report::overview::Overview;

use super::output;
use super::progress::interval;

/// How long the last frame stays before it is looked whether there is another.
const FRAME: Duration = Duration::from_millis(100);

/// A matrix on the terminal, as long as this lives.
#[derive(Debug)]
pub(super) struct LiveMatrix {
    overview: Arc<Mutex<Overview>>,
    /// The thread that draws; `None` where nothing is drawn.
    drawing: Option<Drawing>,
}

#[derive(Debug)]
struct Drawing {
    thread: JoinHandle<()>,
    end: Sender<End>,
}

/// What becomes of the last frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Erase,
    /// What was written below it matters more.
    Leave,
}

impl LiveMatrix {
    /// Draws it from now on, or tells of it where nothing can be drawn. Where no thread is to be had, neither.
    pub(super) fn new(overview: Overview) -> Self {
        let overview = Arc::new(Mutex::new(overview));
        let can_be_drawn = std::io::stderr().is_terminal()
            && std::env::var_os("TERM").is_some_and(|terminal| terminal != "dumb");
        let interval = interval();
        let (end, ended) = channel();
        let shared = Arc::clone(&overview);
        let show = move || match interval {
            _ if can_be_drawn => draw(&shared, &ended),
            Some(interval) => tell(&shared, &ended, interval),
            None => {}
        };
        let thread = thread::Builder::new().spawn(show).ok();
        Self { overview, drawing: thread.map(|thread| Drawing { thread, end }) }
    }

    /// Changes what is drawn.
    pub(super) fn update(&self, change: impl FnOnce(&mut Overview)) {
        change(&mut self.overview.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Drop for LiveMatrix {
    fn drop(&mut self) {
        if let Some(Drawing { thread, end }) = self.drawing.take() {
            let how = if thread::panicking() { End::Leave } else { End::Erase };
            // It has ended by itself where nobody sees the terminal any more.
            let _ = end.send(how);
            let _ = thread.join();
        }
    }
}

/// Writes a line now and then until it is told to end, so that whoever reads the log sees how far it is.
fn tell(overview: &Mutex<Overview>, ended: &Receiver<End>, interval: Duration) {
    let began = Instant::now();
    while ended.recv_timeout(interval) == Err(RecvTimeoutError::Timeout) {
        let overview = overview.lock().unwrap_or_else(PoisonError::into_inner);
        let line = overview.in_a_line(began.elapsed());
        drop(overview);
        if output::print_aside(|out| writeln!(out, "{line}")).is_err() {
            return;
        }
    }
}

/// Draws what has changed until it is told to end, or the terminal is gone.
fn draw(overview: &Mutex<Overview>, ended: &Receiver<End>) {
    let began = Instant::now();
    let mut frame = Frame::default();
    loop {
        let lines = {
            let overview = overview.lock().unwrap_or_else(PoisonError::into_inner);
            let (columns, rows) = size().unwrap_or((80, 24));
            overview.lines(columns.into(), rows.into(), began.elapsed())
        };
        if frame.show(lines).is_err() {
            return;
        }
        match ended.recv_timeout(FRAME) {
            Err(RecvTimeoutError::Timeout) => {}
            Ok(End::Leave) => return,
            Ok(End::Erase) | Err(RecvTimeoutError::Disconnected) => {
                let _ = frame.show(Vec::new());
                return;
            }
        }
    }
}

/// What stands on the terminal; the cursor is at the beginning of the line below it.
#[derive(Debug, Default)]
struct Frame {
    lines: Vec<String>,
}

impl Frame {
    /// Puts these lines in the place of the last ones, in one write.
    fn show(&mut self, lines: Vec<String>) -> std::io::Result<()> {
        if lines == self.lines {
            return Ok(());
        }
        let columns = size().map_or(80, |(columns, _)| columns.max(1));
        let mut bytes = Vec::new();
        queue!(bytes, BeginSynchronizedUpdate)?;
        bytes.push(b'\r');
        let up = rows_taken(&self.lines, columns.into());
        if up > 0 {
            queue!(bytes, MoveUp(up))?;
        }
        queue!(bytes, Clear(ClearType::FromCursorDown))?;
        let stderr = std::io::stderr();
        let is_plain = AutoStream::choice(&stderr) == ColorChoice::Never;
        for line in &lines {
            let line = if is_plain { strip_str(line).to_string() } else { line.clone() };
            bytes.extend([line.as_bytes(), b"\n"].concat());
        }
        queue!(bytes, EndSynchronizedUpdate)?;
        self.lines = lines;
        let mut stderr = stderr.lock();
        stderr.write_all(&bytes)?;
        stderr.flush()
    }
}

/// Rows of the terminal that lines take: one that has become narrower since has wrapped them.
fn rows_taken(lines: &[String], columns: usize) -> u16 {
    let rows = lines.iter().map(|line| {
        let width = strip_str(line).to_string().width();
        width.div_ceil(columns).max(1)
    });
    rows.sum::<usize>().try_into().unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::rows_taken;

    #[test]
    fn a_line_that_was_wrapped_takes_several_rows() {
        let lines = ["\u{1b}[1m12345\u{1b}[0m".to_owned(), String::new(), "漢字".to_owned()];
        assert_eq!(rows_taken(&lines, 80), 3);
        assert_eq!(rows_taken(&lines, 5), 3);
        assert_eq!(rows_taken(&lines, 4), 4);
        assert_eq!(rows_taken(&lines, 1), 10);
        assert_eq!(rows_taken(&[], 1), 0);
    }
}
