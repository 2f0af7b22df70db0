//! The report for people: a block a submission, a table where there are several, the most important
//! line last.

use std::io::{self, Write};

use anstyle::Style;
use bytesize::ByteSize;
use jury_checkers::plural::counted;
use similar::{ChangeTag, TextDiff};

use crate::judge::{Evidence, Excerpt, Grade, Outcome};
use crate::ruling::seconds;
use crate::sandbox::{Isolation, Speaker, Strength, Transcript};
use crate::verdict::Verdict;
use crate::visible::{utf8, visible};

use super::columns::{self, Column};
use super::style::{BOLD, DIM, GREEN, RED, WIDTH, YELLOW, style};
use super::{Graded, Report};

/// Verdict letters in one line of a row.
const ROW: usize = 60;
/// Lines of a compiler's words that are shown.
const COMPILER_LINES: usize = 20;
/// Turns of a dialogue that are shown.
const TURNS: usize = 12;
/// Lines of one turn that are shown.
const TURN_LINES: usize = 6;
/// Lines of standard error that are shown.
const ERROR_LINES: usize = 8;
/// Characters shown of a line that a program wrote.
const WIDEST: usize = 400;

/// Writes the whole report, tables within a terminal of that width, if it is for one.
///
/// # Errors
/// Those of the stream.
pub fn render(report: &Report, width: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
    for graded in &report.submissions {
        block(graded, out)?;
    }
    if report.submissions.len() > 1 {
        columns::write(table(report), width, out)?;
        writeln!(out)?;
    }
    isolation(&report.isolation, out)?;
    summary(report, out)
}

/// One submission: its line, the row of letters, and its first failure.
fn block(graded: &Graded, out: &mut dyn Write) -> io::Result<()> {
    let grade = &graded.grade;
    let colour = style(grade.verdict);
    write!(out, "{colour}{BOLD}{:<3}{BOLD:#}{colour:#} {}", grade.verdict, path(graded))?;
    write!(out, "  {}", graded.language)?;
    if let Some(score) = &grade.score {
        write!(out, "  score {score}")?;
    }
    if graded.compile.ok {
        write!(out, "  {}  {}", seconds(grade.max_cpu), ByteSize(grade.max_memory))?;
    }
    if let Some(outcome) = grade.first_failure() {
        write!(out, "  first failed: {}", outcome.case)?;
    }
    if let Some(expected) = graded.expected.filter(|&expected| expected != Verdict::Accepted) {
        let words = if graded.as_expected() { "as expected" } else { "not as expected" };
        write!(out, "  ({words}: {expected})")?;
    }
    writeln!(out)?;
    if !graded.compile.ok {
        indented(&graded.compile.message, COMPILER_LINES, out)?;
        return writeln!(out);
    }
    letters(&grade.outcomes, out)?;
    if let Some(outcome) = grade.first_failure() {
        failure(graded, outcome, out)?;
    }
    writeln!(out)
}

fn path(graded: &Graded) -> String {
    visible(graded.path.as_os_str().as_encoded_bytes())
}

/// `sample AA  secret AAW---`, and what the letters mean where there is more than one kind.
fn letters(outcomes: &[Outcome], out: &mut dyn Write) -> io::Result<()> {
    let width = outcomes.iter().map(|outcome| outcome.group.chars().count()).max().unwrap_or(0);
    for group in outcomes.chunk_by(|left, right| left.group == right.group) {
        for (index, row) in group.chunks(ROW).enumerate() {
            let name = if index == 0 { group[0].group.as_str() } else { "" };
            write!(out, "    {name:<width$} ")?;
            for outcome in row {
                let colour = style(outcome.verdict);
                write!(out, "{colour}{}{colour:#}", outcome.verdict.letter())?;
            }
            writeln!(out)?;
        }
    }
    let mut kinds = Verdict::ALL.to_vec();
    kinds.retain(|&verdict| outcomes.iter().any(|outcome| outcome.verdict == verdict));
    if kinds.iter().any(|&verdict| verdict != Verdict::Accepted) {
        let legend: Vec<_> = kinds
            .iter()
            .map(|verdict| format!("{} {}", verdict.letter(), verdict.words()))
            .collect();
        writeln!(out, "    {DIM}{}{DIM:#}", legend.join(", "))?;
    }
    Ok(())
}

/// The case, the checker's sentence, the place, standard error, and the command that repeats it.
fn failure(graded: &Graded, outcome: &Outcome, out: &mut dyn Write) -> io::Result<()> {
    let colour = style(outcome.verdict);
    writeln!(
        out,
        "\n    {BOLD}{}{BOLD:#}  {colour}{}{colour:#}: {}",
        outcome.case,
        outcome.verdict.words(),
        outcome.message
    )?;
    if let Some(evidence) = &outcome.evidence {
        context(evidence, out)?;
        standard_error(evidence, out)?;
    }
    let command = graded.command_for(outcome);
    writeln!(out, "    {DIM}repeat:{DIM:#} {command}")
}

pub(super) fn context(evidence: &Evidence, out: &mut dyn Write) -> io::Result<()> {
    if let Some(transcript) = &evidence.transcript {
        return dialogue(transcript, out);
    }
    match &evidence.answer {
        Some(answer) => difference(answer, &evidence.output, out),
        None => numbered(&evidence.output, evidence.place.map(|place| place.line), out),
    }
}

/// The last turns of a dialogue, with the seconds at which they were seen.
fn dialogue(transcript: &Transcript, out: &mut dyn Write) -> io::Result<()> {
    let turns: Vec<_> = transcript.turns().collect();
    let left_out = turns.len().saturating_sub(TURNS);
    let before = left_out + transcript.gap().map_or(0, |(_, turns)| turns);
    if before > 0 {
        writeln!(out, "      {DIM}… {} before{DIM:#}", counted(before, "turn"))?;
    }
    for turn in &turns[left_out..] {
        let (sign, colour) = match turn.by {
            Speaker::Submission => ('>', Style::new()),
            Speaker::Interactor => ('<', DIM),
        };
        let seconds = turn.at.as_secs_f64();
        let mut lines: Vec<_> = turn.text.split(|&byte| byte == b'\n').collect();
        lines.pop_if(|line| line.is_empty());
        for line in lines.iter().take(TURN_LINES) {
            let line = visible(line);
            writeln!(out, "      {DIM}{seconds:>9.3} s{DIM:#}  {colour}{sign} {line}{colour:#}")?;
        }
        if lines.len() > TURN_LINES || turn.bytes > turn.text.len() as u64 {
            writeln!(out, "      {DIM}             … {} bytes in all{DIM:#}", turn.bytes)?;
        }
    }
    writeln!(out, "      {DIM}> submission, < interactor{DIM:#}")
}

/// The answer's lines and the output's, with what differs marked.
fn difference(answer: &Excerpt, output: &Excerpt, out: &mut dyn Write) -> io::Result<()> {
    let (expected, found) = (lines(answer), lines(output));
    let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
    let found: Vec<&str> = found.iter().map(String::as_str).collect();
    writeln!(out, "      {DIM}line   {RED}- expected  {GREEN}+ found{GREEN:#}{DIM:#}")?;
    let diff = TextDiff::from_slices(&expected, &found);
    for change in diff.iter_all_changes() {
        let (index, first, sign, colour) = match change.tag() {
            ChangeTag::Equal => (change.new_index(), output.first_line, ' ', Style::new()),
            ChangeTag::Delete => (change.old_index(), answer.first_line, '-', RED),
            ChangeTag::Insert => (change.new_index(), output.first_line, '+', GREEN),
        };
        let number = first + index.unwrap_or(0);
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
    for (index, line) in lines(output).iter().enumerate() {
        let number = output.first_line + index;
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
    excerpt.lines.iter().map(|line| format!("{cut}{}", visible(line))).collect()
}

pub(super) fn standard_error(evidence: &Evidence, out: &mut dyn Write) -> io::Result<()> {
    if evidence.errors.is_empty() {
        return Ok(());
    }
    let cut = if evidence.errors_cut { " (its head)" } else { "" };
    writeln!(out, "      {DIM}standard error{cut}:{DIM:#}")?;
    indented(&utf8(&evidence.errors), ERROR_LINES, out)
}

/// The first lines of a text, each as far as anybody reads it.
pub(super) fn indented(text: &str, most: usize, out: &mut dyn Write) -> io::Result<()> {
    for line in text.lines().take(most) {
        let end = line.char_indices().nth(WIDEST).map_or(line.len(), |(end, _)| end);
        write!(out, "      {}", visible(&line.as_bytes()[..end]))?;
        match line.len() - end {
            0 => writeln!(out)?,
            left => writeln!(out, "{DIM}… {}{DIM:#}", counted(left, "more byte"))?,
        }
    }
    let left = text.lines().count().saturating_sub(most);
    if left > 0 {
        writeln!(out, "      {DIM}… {}{DIM:#}", counted(left, "more line"))?;
    }
    Ok(())
}

/// Several submissions: best first for scored problems, else in the order given.
fn table(report: &Report) -> Vec<Column> {
    let mut order: Vec<&Graded> = report.submissions.iter().collect();
    if report.scored {
        order.sort_by(|left, right| right.grade.score.cmp(&left.grade.score));
    }
    let each = |cell: &dyn Fn(&Graded) -> String| -> Vec<String> {
        order.iter().map(|graded| cell(graded)).collect()
    };
    let ran = |figure: fn(&Grade) -> String| {
        each(&|graded| if graded.compile.ok { figure(&graded.grade) } else { String::new() })
    };
    let score = |graded: &Graded| graded.grade.score.as_ref().map(ToString::to_string);
    let failed = |graded: &Graded| graded.grade.first_failure().map(|outcome| outcome.case.clone());
    let scores = Column::new("score", each(&|graded| score(graded).unwrap_or_default())).number();
    let mut all = vec![Column::new("verdict", each(&|graded| graded.grade.verdict.to_string()))];
    all.extend(report.scored.then_some(scores));
    all.extend([
        Column::new("cpu", ran(|grade| seconds(grade.max_cpu))).number().late(),
        Column::new("memory", ran(|grade| ByteSize(grade.max_memory).to_string())).number().early(),
        Column::new("language", each(&|graded| graded.language.clone())).early(),
        Column::new("submission", each(&|graded| path(graded))).shortened(),
        Column::new("first failed", each(&|graded| failed(graded).unwrap_or_default()))
            .shortened()
            .late(),
    ]);
    all
}

/// What was in force: each wall by name, and of those that do not stand firm what there is instead.
pub fn isolation(isolation: &Isolation, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{DIM}")?;
    let of = |strength| isolation.walls.iter().filter(move |wall| wall.strength == strength);
    let enforced: Vec<&str> = of(Strength::Enforced).map(|wall| wall.wall.as_str()).collect();
    let level = isolation.level.name();
    wrapped(&format!("sandbox {level}: enforced {}", enforced.join(", ")), out)?;
    for wall in of(Strength::Sampled).chain(of(Strength::None)) {
        writeln!(out, "    {} {}: {}", wall.strength.name(), wall.wall, wall.by)?;
    }
    writeln!(out, "    CPU time by {}", isolation.cpu_source)?;
    writeln!(out, "    memory by {}{DIM:#}", isolation.memory_source)
}

/// A sentence in lines of at most [`WIDTH`] characters, all but the first indented.
fn wrapped(sentence: &str, out: &mut dyn Write) -> io::Result<()> {
    let mut width = 0;
    for word in sentence.split(' ') {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > WIDTH {
            write!(out, "\n    {word}")?;
            width = 4 + length;
        } else {
            let blank = if width > 0 { " " } else { "" };
            write!(out, "{blank}{word}")?;
            width += blank.len() + length;
        }
    }
    writeln!(out)
}

fn summary(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let name = format!("{}: ", report.slug);
    if report.interrupted {
        return writeln!(
            out,
            "{name}{YELLOW}interrupted{YELLOW:#}; the cases above are all that ran"
        );
    }
    if let [graded] = report.submissions.as_slice() {
        let verdict = graded.grade.verdict;
        let colour = style(verdict);
        write!(out, "{name}{colour}{BOLD}{}{BOLD:#}{colour:#}", verdict.words())?;
        if let Some(score) = &graded.grade.score {
            write!(out, ", score {score}")?;
        }
        return writeln!(out);
    }
    let accepted = report.submissions.iter().filter(|g| g.grade.verdict == Verdict::Accepted);
    let (accepted, all) = (accepted.count(), report.submissions.len());
    let colour = if accepted == all { GREEN } else { RED };
    write!(out, "{name}{colour}{BOLD}{accepted} of {all} submissions accepted{BOLD:#}{colour:#}")?;
    if report.submissions.iter().any(|graded| graded.expected.is_some()) {
        let as_expected = report.submissions.iter().filter(|graded| graded.as_expected()).count();
        write!(out, ", {as_expected} of {all} as expected")?;
    }
    writeln!(out)
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
