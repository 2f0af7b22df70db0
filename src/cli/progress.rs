//! A line of progress on a terminal; silence in a pipe.

use std::borrow::Cow;
use std::io::IsTerminal;
use std::path::Path;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::visible::visible;

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
