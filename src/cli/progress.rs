//! A line of progress on a terminal; in a pipe silence, or a line now and then of those who write one.

use std::borrow::Cow;
use std::io::IsTerminal;
use std::path::Path;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::visible::visible;

/// How often a line tells of progress where none can be drawn, unless [`PROGRESS`] says otherwise.
const INTERVAL: Duration = Duration::from_secs(30);

/// The variable that says how often, in seconds; 0 is never.
const PROGRESS: &str = "JURY_PROGRESS";

/// How often a line tells of progress where none can be drawn, as [`PROGRESS`] says; `None` for never.
pub(super) fn interval() -> Option<Duration> {
    let seconds = std::env::var(PROGRESS).ok().and_then(|seconds| seconds.parse().ok());
    let interval = seconds.map_or(Ok(INTERVAL), Duration::try_from_secs_f64).unwrap_or(INTERVAL);
    (!interval.is_zero()).then_some(interval)
}

/// A line on standard error that tells how far a command is, and goes when it ends.
#[derive(Debug)]
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// For this many steps; 0 where the number is not known.
    pub(super) fn new(steps: usize) -> Self {
        Self::with(
            steps,
            if steps == 0 {
                "{spinner} {prefix} {wide_msg}"
            } else {
                "{prefix} {bar:20} {pos}/{len} {wide_msg}"
            },
        )
    }

    /// The same with room for words in place of the bar.
    pub(super) fn in_words(steps: usize) -> Self {
        Self::with(steps, "{prefix} {pos}/{len}  {wide_msg}")
    }

    fn with(steps: usize, template: &str) -> Self {
        let target = if std::io::stderr().is_terminal() {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(steps as u64), target);
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// What is being worked on.
    pub(super) fn subject(&self, words: impl Into<Cow<'static, str>>) {
        self.0.set_prefix(words);
    }

    /// The file that is being worked on, by its name alone, since all must fit in one line.
    pub(super) fn file(&self, path: &Path) {
        let name = path.file_name().unwrap_or(path.as_os_str());
        self.subject(visible(name.as_encoded_bytes()));
    }

    /// What is being done with it.
    pub(super) fn doing(&self, words: impl Into<Cow<'static, str>>) {
        self.0.set_message(words);
        self.0.tick();
    }

    /// Takes the line off the terminal.
    pub(super) fn end(&self) {
        self.0.finish_and_clear();
    }

    /// So many steps were done before.
    pub(super) fn skip(&self, steps: usize) {
        self.0.inc(steps as u64);
    }

    /// One step further.
    pub(super) fn step(&self) {
        self.0.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}
