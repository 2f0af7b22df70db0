//! The report for people: a block a submission, a table where there are several, the most important
//! line last.

use std::io::{self, Write};

use anstyle::Style;
use bytesize::ByteSize;
use jury_checkers::plural::counted;
use similar::{ChangeTag, TextDiff};
use unicode_width::UnicodeWidthStr as _;

use crate::sandbox::{Isolation, Speaker, Strength, Transcript};
use crate::verdict::Verdict;
use crate::visible::visible;

use super::columns::{self, Column};
use super::document::{Case, Document, Evidence, Excerpt, NotGraded, Submission, Turn};
use super::figures;
use super::flow;
use super::letters;
use super::recalled;
use super::style::{BOLD, DIM, GREEN, RED, WIDTH, YELLOW, style};

/// Lines of a compiler's words that are shown.
const COMPILER_LINES: usize = 20;
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
/// Names of what was not graded in the last line.
const NAMES: usize = 3;
/// Characters shown of a line that a program wrote.
const WIDEST: usize = 400;

/// Writes the whole report, tables within a terminal of that width, if it is for one. A report may come
/// from anywhere: none of its texts acts on the terminal.
///
/// # Errors
/// Those of the stream.
pub fn render(document: &Document, width: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
    for submission in &document.submissions {
        block(submission, width, out)?;
    }
    if document.submissions.len() > 1 {
        columns::write(table(document), width, out)?;
        writeln!(out)?;
    }
    isolation(&document.isolation, width, out)?;
    summary(document, out)
}

/// One submission: its line, the row of letters, and its first failure.
fn block(submission: &Submission, width: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
    let failed = submission.first_failure();
    line(submission, failed, width, out)?;
    if !submission.compile.ok {
        indented(&submission.compile.message, COMPILER_LINES, out)?;
        notes(submission, width, out)?;
        return writeln!(out);
    }
    letters::write(&submission.cases, width, out)?;
    letters::groups(&submission.groups, out)?;
    if let Some(words) = recalled::words(recalled::of(submission)) {
        writeln!(out, "    {DIM}{words}{DIM:#}")?;
    }
    notes(submission, width, out)?;
    if let Some(case) = failed {
        failure(case, width, out)?;
    }
    writeln!(out)
}

fn notes(submission: &Submission, width: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
    submission.notes.iter().try_for_each(|note| {
        write!(out, "    ")?;
        flow::sentence(Style::new(), &shown(note), (4, 6), width, out)
    })
}

/// `WA  a.cpp  cpp  0.078 s  3.2 MiB  first failed: secret/3`.
fn line(
    submission: &Submission,
    failed: Option<&Case>,
    width: Option<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let verdict = submission.verdict;
    let mut parts = vec![shown(&submission.path), shown(&submission.language)];
    parts.extend(submission.score.map(|score| format!("score {score}")));
    if submission.compile.ok {
        parts.extend([cpu(submission), memory(submission)]);
    }
    parts.extend(failed.map(|case| format!("first failed: {}", shown(&case.case))));
    if let Some(expected) = submission.expected.filter(|&expected| expected != Verdict::Accepted) {
        let words = match submission.as_expected {
            true if expected == verdict => "as expected:",
            true => "as expected, its folder says",
            false => "not as expected:",
        };
        parts.push(format!("({words} {expected})"));
    }
    let colour = style(verdict);
    write!(out, "{colour}{BOLD}{verdict:<3}{BOLD:#}{colour:#} ")?;
    let parts = parts.iter().map(|part| (Style::new(), part.as_str()));
    flow::write(parts, "  ", (4, 4), width, out)
}

fn shown(text: &str) -> String {
    visible(text.as_bytes())
}

/// The slowest case's CPU time.
fn cpu(submission: &Submission) -> String {
    format!("{:.3} s", submission.max_cpu_seconds.unwrap_or_default())
}

/// The hungriest case's peak memory.
fn memory(submission: &Submission) -> String {
    figures::memory(submission.max_memory_bytes.unwrap_or_default())
}

/// The case, the checker's sentence, the input, the place, standard error, and the command that
/// repeats it.
fn failure(case: &Case, width: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
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
fn table(document: &Document) -> Vec<Column> {
    let mut order: Vec<&Submission> = document.submissions.iter().collect();
    if document.scored {
        let score = |submission: &Submission| submission.score.unwrap_or(f64::NEG_INFINITY);
        order.sort_by(|left, right| score(right).total_cmp(&score(left)));
    }
    let each = |cell: &dyn Fn(&Submission) -> String| -> Vec<String> {
        order.iter().map(|submission| cell(submission)).collect()
    };
    let ran = |figure: fn(&Submission) -> String| {
        each(&|one| if one.compile.ok { figure(one) } else { String::new() })
    };
    let score = |one: &Submission| one.score.map_or_else(String::new, |score| score.to_string());
    let failed = |one: &Submission| one.first_failure().map(|case| case.case.clone());
    let mut all = vec![Column::new("verdict", each(&|one| one.verdict.to_string()))];
    all.extend(document.scored.then(|| Column::new("score", each(&score)).number()));
    all.extend([
        Column::new("cpu", ran(cpu)).number().late(),
        Column::new("memory", ran(memory)).number().early(),
        Column::new("language", each(&|one| one.language.clone())).early(),
        Column::new("submission", each(&|one| one.path.clone())).shortened(),
        Column::new("first failed", each(&|one| failed(one).unwrap_or_default()))
            .shortened()
            .late(),
    ]);
    all
}

/// What was in force, in a line: the level, and the walls that do not stand firm.
///
/// # Errors
/// Those of the stream.
pub fn isolation(
    isolation: &Isolation,
    width: Option<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let weak = [(Strength::Sampled, "only sampled"), (Strength::None, "not enforced")];
    let weak = weak.into_iter().filter_map(|(strength, how)| {
        let walls = isolation.walls.iter().filter(|wall| wall.strength == strength);
        let names: Vec<String> = walls.map(|wall| shown(&wall.wall)).collect();
        (!names.is_empty()).then(|| format!("{} {how}", names.join(", ")))
    });
    let weak: Vec<String> = weak.collect();
    let level = isolation.level.name();
    let words = match weak.as_slice() {
        [] => format!("sandbox {level}"),
        weak => format!("sandbox {level} ({}; details: `jury doctor`)", weak.join("; ")),
    };
    flow::sentence(DIM, &words, (0, 4), width, out)
}

/// What was in force in full: each wall that does not stand firm by name, what there is instead, and how
/// figures were measured.
///
/// # Errors
/// Those of the stream.
pub fn isolation_details(
    isolation: &Isolation,
    width: Option<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let width = Some(width.unwrap_or(WIDTH));
    let mut tell = |indent: usize, words: &str| {
        write!(out, "{:indent$}", "")?;
        flow::sentence(DIM, words, (indent, indent + 4), width, out)
    };
    let of = |strength| isolation.walls.iter().filter(move |wall| wall.strength == strength);
    let enforced: Vec<String> = of(Strength::Enforced).map(|wall| shown(&wall.wall)).collect();
    let level = isolation.level.name();
    tell(0, &format!("sandbox {level}: enforced {}", enforced.join(", ")))?;
    for wall in of(Strength::Sampled).chain(of(Strength::None)) {
        let (name, by) = (shown(&wall.wall), shown(&wall.by));
        tell(4, &format!("{} {name}: {by}", wall.strength.name()))?;
    }
    tell(4, &format!("CPU time by {}", shown(&isolation.cpu_source)))?;
    tell(4, &format!("memory by {}", shown(&isolation.memory_source)))
}

fn summary(document: &Document, out: &mut dyn Write) -> io::Result<()> {
    let submissions = document.submissions.as_slice();
    let name = format!("{}: ", shown(&document.problem.slug));
    if document.interrupted {
        return writeln!(out, "{name}{YELLOW}interrupted{YELLOW:#}; only the cases above ran");
    }
    let not_graded = not_graded(&document.not_graded);
    if let [Submission { verdict, score, .. }] = submissions {
        let colour = style(*verdict);
        write!(out, "{name}{colour}{BOLD}{}{BOLD:#}{colour:#}", verdict.words())?;
        if let Some(score) = score {
            write!(out, ", score {score}")?;
        }
        return writeln!(out, "{not_graded}");
    }
    let accepted = submissions.iter().filter(|one| one.verdict == Verdict::Accepted).count();
    let all = submissions.len();
    let is_good = accepted == all && document.not_graded.is_empty();
    let colour = if is_good { GREEN } else { RED };
    write!(out, "{name}{colour}{BOLD}{accepted} of {all} submissions accepted{BOLD:#}{colour:#}")?;
    if submissions.iter().any(|one| one.expected.is_some()) {
        let as_expected = submissions.iter().filter(|one| one.as_expected).count();
        write!(out, ", {as_expected} of {all} as expected")?;
    }
    writeln!(out, "{not_graded}")
}

/// `, 1 not graded (notes.txt)`.
fn not_graded(all: &[NotGraded]) -> String {
    if all.is_empty() {
        return String::new();
    }
    let mut names: Vec<String> = all.iter().take(NAMES).map(|odd| shown(&odd.path)).collect();
    if all.len() > NAMES {
        names.push("…".to_owned());
    }
    format!(", {RED}{} not graded{RED:#} ({})", all.len(), names.join(", "))
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
