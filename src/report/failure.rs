//! How a failure is shown in the terminal, and as plain text in other formats: the input, the first
//! difference, the dialogue, standard error, and the command that repeats it.

use std::io::{self, Write};

use anstyle::Style;
use bytesize::ByteSize;
use jury_checkers::plural::counted;
use similar::{ChangeTag, TextDiff};
use unicode_width::UnicodeWidthStr as _;

use crate::sandbox::{Speaker, Transcript};
use crate::visible::visible;

use super::compiler::{Shown, excerpt};
use super::document::{Case, Evidence, Excerpt, Turn};
use super::flow;
use super::style::{BOLD, DIM, GREEN, RED, style};

/// Turns of a dialogue that are shown.
const TURNS: usize = 12;
/// Lines of one turn that are shown.
const TURN_LINES: usize = 6;
/// Lines of standard error that are shown: of its head, and of its tail.
const ERROR_LINES: (usize, usize) = (2, 6);
/// Lines of an input that are shown whole, if it has no more.
const INPUT_LINES: usize = 12;
/// Bytes of an input that is shown whole.
const INPUT_BYTES: u64 = 400;
/// Lines of a longer input that are shown.
const INPUT_HEAD: usize = 3;
/// Characters shown of a line that a program wrote.
const WIDEST: usize = 400;

/// The case, the checker's sentence, the input, the place, standard error, and the command that
/// repeats it.
pub(super) fn failure(case: &Case, width: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
    let (name, message) = (shown(&case.case), shown(&case.message));
    let (colour, words) = (style(case.verdict), case.verdict.words());
    write!(out, "\n    {BOLD}{name}{BOLD:#}  {colour}{words}{colour:#}: ")?;
    let taken = 4 + name.width() + 2 + words.width() + 2;
    flow::sentence(Style::new(), &message, (taken, 6), width, out)?;
    if let Some(evidence) = &case.evidence {
        input(case, evidence, out)?;
        context(evidence, case.transcript.as_deref(), out)?;
        if let Some(turns) = &case.transcript {
            let wall = case.wall_seconds.unwrap_or_default();
            ended(turns, wall, (case.exit_code, case.signal), out)?;
        }
        standard_error("      standard error", evidence, out)?;
    }
    writeln!(out, "    {DIM}repeat:{DIM:#} {}", shown(&case.command))
}

/// How the submission ended, and after how many seconds, behind the last turn of its dialogue; nothing
/// where it was stopped.
pub(super) fn ended(
    turns: &[Turn],
    seconds: f64,
    ending: (Option<i32>, Option<i32>),
    out: &mut dyn Write,
) -> io::Result<()> {
    let how = match ending {
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => return Ok(()),
    };
    let seconds = turns.last().map_or(seconds, |turn| seconds.max(turn.seconds));
    writeln!(out, "      {DIM}{seconds:>9.3} s  submission │ (ended, {how}){DIM:#}")
}

/// What is reported of a failure, as lines of plain text.
pub(super) fn failure_as_text(case: &Case) -> String {
    let mut bytes = Vec::new();
    // Memory takes whatever is written to it.
    let _ = failure(case, None, &mut bytes);
    let text = anstream::adapter::strip_bytes(&bytes).into_vec();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().skip_while(|line| line.is_empty()).collect();
    lines
        .iter()
        .map(|line| line.strip_prefix("    ").unwrap_or(line))
        .collect::<Vec<_>>()
        .join("\n")
}

/// The input, if it is short, or else its head; and its file.
fn input(case: &Case, evidence: &Evidence, out: &mut dyn Write) -> io::Result<()> {
    let excerpt = &evidence.input;
    let whole = !excerpt.more && excerpt.bytes <= INPUT_BYTES && excerpt.lines.len() <= INPUT_LINES;
    let reader = if case.transcript.is_some() { " (only the interactor sees it)" } else { "" };
    write!(out, "      {DIM}input{reader}{DIM:#}")?;
    if let Some(file) = &case.input_file {
        write!(out, "{DIM}:{DIM:#} {}", shown(file))?;
    }
    if !whole {
        write!(out, "{DIM} ({}){DIM:#}", ByteSize(excerpt.bytes))?;
    }
    writeln!(out)?;
    let most = if whole { INPUT_LINES } else { INPUT_HEAD };
    for line in lines(excerpt).iter().take(most) {
        writeln!(out, "             {line}")?;
    }
    if !whole {
        writeln!(out, "             {DIM}…{DIM:#}")?;
    }
    Ok(())
}

/// The dialogue, where there was one; else the output, beside the answer where there is one to show.
pub(super) fn context(
    evidence: &Evidence,
    transcript: Option<&[Turn]>,
    out: &mut dyn Write,
) -> io::Result<()> {
    if let Some(turns) = transcript {
        return dialogue(turns, TURNS, out);
    }
    match &evidence.answer {
        Some(answer) => difference(answer, &evidence.output, out),
        None => numbered(&evidence.output, evidence.place.map(|place| place.line), out),
    }
}

/// The last turns of a dialogue, at most so many, with the seconds at which they were seen.
pub(super) fn dialogue(turns: &[Turn], most: usize, out: &mut dyn Write) -> io::Result<()> {
    let not_shown = turns.len().saturating_sub(most);
    let before = turns.iter().map(|turn| turn.left_out).fold(not_shown, usize::saturating_add);
    if before > 0 {
        writeln!(out, "      {DIM}… {} before{DIM:#}", counted(before, "turn"))?;
    }
    if turns.is_empty() {
        writeln!(out, "      {DIM}(nobody wrote anything){DIM:#}")?;
    }
    for turn in &turns[not_shown..] {
        let (name, colour) = match turn.by {
            Speaker::Submission => ("submission", Style::new()),
            Speaker::Interactor => ("interactor", DIM),
        };
        let mut lines: Vec<_> = turn.text.split('\n').collect();
        lines.pop_if(|line| line.is_empty());
        for line in lines.iter().take(TURN_LINES) {
            let (seconds, line) = (turn.seconds, shown(line));
            writeln!(out, "      {DIM}{seconds:>9.3} s  {name} │{DIM:#} {colour}{line}{colour:#}")?;
        }
        if lines.len() > TURN_LINES || turn.bytes > Transcript::TURN_BYTES as u64 {
            writeln!(out, "      {DIM}             … {} bytes in all{DIM:#}", turn.bytes)?;
        }
    }
    Ok(())
}

/// The answer's lines and the output's, with what differs marked.
fn difference(answer: &Excerpt, output: &Excerpt, out: &mut dyn Write) -> io::Result<()> {
    let (expected, found) = (lines(answer), lines(output));
    let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
    let found: Vec<&str> = found.iter().map(String::as_str).collect();
    writeln!(out, "      {DIM}line   {GREEN}- expected  {RED}+ found{RED:#}{DIM:#}")?;
    let diff = TextDiff::from_slices(&expected, &found);
    for change in diff.iter_all_changes() {
        let (index, first, sign, colour) = match change.tag() {
            ChangeTag::Equal => (change.new_index(), output.first_line, ' ', Style::new()),
            ChangeTag::Delete => (change.old_index(), answer.first_line, '-', GREEN),
            ChangeTag::Insert => (change.new_index(), output.first_line, '+', RED),
        };
        let number = first.saturating_add(index.unwrap_or(0));
        writeln!(
            out,
            "      {DIM}{number:>5}{DIM:#}  {colour}{sign} {}{colour:#}",
            change.value()
        )?;
    }
    if output.lines.is_empty() && !answer.lines.is_empty() {
        writeln!(out, "      {DIM}(the output ends before this){DIM:#}")?;
    }
    Ok(())
}

/// The output's lines, the faulty one marked.
fn numbered(output: &Excerpt, marked: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
    let nothing = if output.bytes == 0 { " nothing" } else { "" };
    writeln!(out, "      {DIM}output:{nothing}{DIM:#}")?;
    for (index, line) in lines(output).iter().enumerate() {
        let number = output.first_line.saturating_add(index);
        let (sign, colour) = if Some(number) == marked { ('>', RED) } else { (' ', Style::new()) };
        writeln!(out, "      {DIM}{number:>5}{DIM:#}  {colour}{sign} {line}{colour:#}")?;
    }
    if output.more {
        writeln!(out, "             {DIM}…{DIM:#}")?;
    }
    Ok(())
}

fn lines(excerpt: &Excerpt) -> Vec<String> {
    let cut = if excerpt.first_column > 1 { "…" } else { "" };
    excerpt.lines.iter().map(|line| format!("{cut}{}", shown(line))).collect()
}

/// Standard error under a title, with its indentation; both ends of a long one.
pub(super) fn standard_error(
    title: &str,
    evidence: &Evidence,
    out: &mut dyn Write,
) -> io::Result<()> {
    if evidence.errors.is_empty() {
        return Ok(());
    }
    writeln!(out, "{DIM}{title}:{DIM:#}")?;
    let (head, tail) = ERROR_LINES;
    let lines: Vec<&str> = evidence.errors.lines().collect();
    if lines.len() <= head + tail + 1 {
        return indented(&evidence.errors, lines.len(), out);
    }
    let (first, last) = (&lines[..head], &lines[lines.len() - tail..]);
    indented(&first.join("\n"), head, out)?;
    let between = counted(lines.len() - head - tail, "line");
    let more = if evidence.errors_cut { "more than " } else { "" };
    writeln!(out, "      {DIM}… {more}{between} …{DIM:#}")?;
    indented(&last.join("\n"), tail, out)
}

/// The first lines of a text, each as far as anybody reads it.
pub(super) fn indented(text: &str, most: usize, out: &mut dyn Write) -> io::Result<()> {
    text.lines().take(most).try_for_each(|line| indented_line(line, out))?;
    let left = text.lines().count().saturating_sub(most);
    if left > 0 {
        writeln!(out, "      {DIM}… {}{DIM:#}", counted(left, "more line"))?;
    }
    Ok(())
}

/// What a compiler said, with its first error.
pub(super) fn compiler(message: &str, out: &mut dyn Write) -> io::Result<()> {
    excerpt(message).iter().try_for_each(|shown| match shown {
        Shown::Line(line) => indented_line(line, out),
        Shown::LeftOut(words) => writeln!(out, "      {DIM}{words}{DIM:#}"),
    })
}

fn indented_line(line: &str, out: &mut dyn Write) -> io::Result<()> {
    let end = line.char_indices().nth(WIDEST).map_or(line.len(), |(end, _)| end);
    write!(out, "      {}", visible(&line.as_bytes()[..end]))?;
    match line.len() - end {
        0 => writeln!(out),
        left => writeln!(out, "{DIM}… {}{DIM:#}", counted(left, "more byte")),
    }
}

/// A text of anybody's, so that it does not act on the terminal.
pub(super) fn shown(text: &str) -> String {
    visible(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_cut() {
        let mut out = Vec::new();
        let text = format!("short\n{}\nlast\n", "é".repeat(WIDEST + 3));
        indented(&text, 2, &mut out).expect("written");
        let shown = anstream::adapter::strip_bytes(&out).into_vec();
        let long = "é".repeat(WIDEST);
        let expected = format!("      short\n      {long}… 6 more bytes\n      … 1 more line\n");
        assert_eq!(String::from_utf8_lossy(&shown), expected);
    }
}
