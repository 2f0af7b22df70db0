//! Submissions × cases while they are judged: a line a submission, a letter a case, as tall and as wide
//! as a terminal has room. Pure: whoever draws it says how large the terminal is and how late it is.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::ops::Range;
use std::time::Duration;

use anstyle::Style;
use jury_checkers::plural::counted;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::judge::Outcome;
use crate::problem::Case;
use crate::ruling::seconds;
use crate::score::Score;
use crate::verdict::Verdict;
use crate::visible::visible;

use super::columns::shortened;
use super::mark::Mark;
use super::style::{BOLD, DIM, GREEN, RED};

/// Stands for a case that comes later.
const WAITING: &str = "·";
/// Stands for the first case of which nothing is certain yet.
const RUNNING: &str = "›";
/// Columns that a name keeps at the least.
const NAME: usize = 10;
/// Columns of a verdict, of a time, and of the blanks around them and the name.
const FIGURES: usize = 2 + 3 + 1 + 2 + 9 + 2;

/// What is known so far.
#[derive(Debug)]
pub struct Overview {
    title: String,
    /// Cases of each group, one group after another.
    groups: Vec<usize>,
    cases: Vec<String>,
    numbers: HashMap<String, usize>,
    rows: Vec<Row>,
    /// How many submissions are built, as far as that is told.
    built: usize,
    /// The submission that is being judged.
    current: Option<usize>,
}

/// One submission.
#[derive(Debug)]
struct Row {
    name: String,
    cells: Vec<Option<Mark>>,
    slowest: Option<Duration>,
    /// The verdict, and whether it is as expected.
    judged: Option<(Verdict, bool)>,
}

impl Overview {
    /// Of submissions of these names, before any is judged.
    pub fn new(
        title: &str,
        cases: &[Case],
        names: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Self {
        let rows = names.into_iter().map(|name| Row {
            name: visible(name.as_ref().as_bytes()),
            cells: vec![None; cases.len()],
            slowest: None,
            judged: None,
        });
        let cases_by_group = cases.chunk_by(|left, right| left.group == right.group);
        let numbers = cases.iter().enumerate().map(|(number, case)| (case.name.clone(), number));
        Self {
            title: visible(title.as_bytes()),
            groups: cases_by_group.map(<[Case]>::len).collect(),
            cases: cases.iter().map(|case| visible(case.name.as_bytes())).collect(),
            numbers: numbers.collect(),
            rows: rows.collect(),
            built: 0,
            current: None,
        }
    }

    /// So many submissions are built, of which none is judged yet.
    pub fn built(&mut self, built: usize) {
        self.built = built;
    }

    /// This submission is being judged from now on.
    pub fn judging(&mut self, row: usize) {
        self.current = Some(row);
    }

    /// What came of a case of the submission that is being judged.
    pub fn settled(&mut self, outcome: &Outcome) {
        let row = self.current.and_then(|row| self.rows.get_mut(row));
        if let Some((row, &number)) = row.zip(self.numbers.get(&outcome.case)) {
            row.cells[number] = Some(mark(outcome));
            row.slowest = row.slowest.max(outcome.measured.map(|run| run.cpu));
        }
    }

    /// What came of a submission.
    pub fn judged(&mut self, row: usize, verdict: Verdict, as_expected: bool) {
        if let Some(row) = self.rows.get_mut(row) {
            row.judged = Some((verdict, as_expected));
        }
        self.current = None;
    }

    /// The lines for a terminal of so many columns and rows, one less each: whatever reaches the last
    /// column or the last row moves the others.
    pub fn lines(&self, columns: usize, rows: usize, elapsed: Duration) -> Vec<String> {
        let (width, height) = (columns.saturating_sub(1), rows.saturating_sub(1));
        let longest = self.rows.iter().map(|row| row.name.width()).max().unwrap_or(0);
        let name = longest.min(NAME.max(width / 3));
        let fold = Fold::new(&self.groups, width.saturating_sub(FIGURES + name));
        let mut lines = vec![self.head(width, elapsed)];
        if let Some(words) = fold.words() {
            lines.push(Line::new(width).with(DIM, &words).text);
        }
        let seen = self.seen(height.saturating_sub(lines.len()));
        if let Some(words) = self.judged_before(seen.start) {
            lines.push(Line::new(width).with(DIM, &words).text);
        }
        let shown = self.rows.iter().enumerate().take(seen.end).skip(seen.start);
        lines.extend(shown.map(|(number, row)| {
            let is_current = self.current == Some(number);
            row.line(Line::new(width), name, &fold, is_current)
        }));
        if seen.end < self.rows.len() {
            let more = format!("  … {} more", self.rows.len() - seen.end);
            lines.push(Line::new(width).with(DIM, &more).text);
        }
        lines.truncate(height);
        lines
    }

    /// The same in one line for where nothing can be drawn: `sum: 2 of 5 submissions judged, 12 s; b.py: 7 of 40
    /// cases`, or how many are built before any is judged.
    pub fn in_a_line(&self, elapsed: Duration) -> String {
        if let Some(building) = self.building() {
            return format!("{}: {}; {building}", self.title, self.how_many(elapsed));
        }
        let now = self.current.and_then(|row| self.rows.get(row));
        let now = now.map_or(String::new(), |Row { name, cells, .. }| {
            let (settled, all) = (cells.iter().flatten().count(), counted(cells.len(), "case"));
            format!("; {name}: {settled} of {all}")
        });
        format!("{}: {}{now}", self.title, self.how_many(elapsed))
    }

    /// `2 of 5 submissions judged, 12 s`.
    fn how_many(&self, elapsed: Duration) -> String {
        let judged = self.rows.iter().filter(|row| row.judged.is_some()).count();
        let (all, time) = (counted(self.rows.len(), "submission"), elapsed.as_secs());
        format!("{judged} of {all} judged, {time} s")
    }

    /// `sum: 2 of 5 submissions judged, 12 s  b.py on secret/007`.
    fn head(&self, width: usize, elapsed: Duration) -> String {
        let line = Line::new(width)
            .with(BOLD, &self.title)
            .with(Style::new(), &format!(": {}", self.how_many(elapsed)));
        let now = self.current.and_then(|row| self.rows.get(row));
        let case = now.and_then(|row| Some((row, self.cases.get(row.next()?)?)));
        let on = case.map(|(row, case)| format!("  {} on {case}", row.name));
        let now = on.or_else(|| Some(format!("  {}", self.building()?)));
        line.with(DIM, &now.unwrap_or_default()).text
    }

    /// `building: 12 done`, as long as none is judged or being judged.
    fn building(&self) -> Option<String> {
        let is_begun = self.current.is_some() || self.rows.iter().any(|row| row.judged.is_some());
        (!is_begun).then(|| match self.built {
            0 => "building".to_owned(),
            built => format!("building: {built} done"),
        })
    }

    /// The rows that are shown where only so many lines can be: those around the current one.
    fn seen(&self, room: usize) -> Range<usize> {
        let all = self.rows.len();
        if all <= room {
            return 0..all;
        }
        // A line each for what is above and below.
        let room = room.saturating_sub(2);
        let judged = self.rows.iter().take_while(|row| row.judged.is_some()).count();
        let current = self.current.unwrap_or(judged);
        let start = (current + 2).saturating_sub(room).min(all - room);
        start..start + room
    }

    /// `… 12 before: 10 AC, 2 WA`.
    fn judged_before(&self, end: usize) -> Option<String> {
        let before = &self.rows[..end];
        let of = |wanted| {
            before.iter().filter(|row| row.judged.is_some_and(|(got, _)| got == wanted)).count()
        };
        let counts = Verdict::ALL.into_iter().map(|verdict| (of(verdict), verdict));
        let words: Vec<_> = counts
            .filter(|(count, _)| *count > 0)
            .map(|(count, verdict)| format!("{count} {verdict}"))
            .collect();
        (end > 0).then(|| format!("  … {end} before: {}", words.join(", ")))
    }
}

impl Row {
    /// The first case of which nothing is certain.
    fn next(&self) -> Option<usize> {
        self.cells.iter().position(Option::is_none)
    }

    fn line(&self, line: Line, name: usize, fold: &Fold, is_current: bool) -> String {
        let (verdict, colour) = match self.judged {
            Some((verdict, as_expected)) => (verdict.code(), if as_expected { GREEN } else { RED }),
            None => ("", Style::new()),
        };
        let shown = shortened(&self.name, name);
        let blank = name.saturating_sub(shown.width());
        let time = self.slowest.map_or_else(String::new, seconds);
        let line = line
            .with(colour, &format!("  {verdict:<3} "))
            .with(if is_current { BOLD } else { Style::new() }, &shown)
            .with(Style::new(), &format!("{:blank$}  {time:>9}  ", ""));
        match self.judged {
            Some((verdict, _)) if self.cells.iter().all(Option::is_none) => {
                line.with(DIM, verdict.words()).text
            }
            _ => {
                let running = self.next().filter(|_| is_current);
                fold.cells.iter().fold(line, |line, cell| self.cell(line, cell, running)).text
            }
        }
    }

    /// The first failure among the cell's cases; else the worst score.
    fn cell(&self, line: Line, cell: &Cell, running: Option<usize>) -> Line {
        let known = || self.cells[cell.cases.clone()].iter().flatten().copied();
        let line = line.with(Style::new(), if cell.begins_group { " " } else { "" });
        let mark = match known().find(|mark| mark.is_failure()) {
            None if running.is_some_and(|case| cell.cases.contains(&case)) => {
                return line.with(BOLD, RUNNING);
            }
            None => known().min_by_key(|mark| mark.rank()),
            failed => failed,
        };
        match mark {
            Some(mark) => line.with(mark.style(), mark.character().encode_utf8(&mut [0; 4])),
            None => line.with(DIM, WAITING),
        }
    }
}

fn mark(outcome: &Outcome) -> Mark {
    let reference = outcome.evidence.as_ref().and_then(|seen| seen.reference_score.as_ref());
    let score = outcome.score.as_ref().map(Score::to_f64);
    Mark::of(outcome.verdict, score, reference.map(Score::to_f64))
}

/// How cases become cells: neighbours share one where there are more cases than columns.
#[derive(Debug, PartialEq, Eq)]
struct Fold {
    cells: Vec<Cell>,
    /// Cases that share a cell, at the most.
    together: usize,
}

#[derive(Debug, PartialEq, Eq)]
struct Cell {
    cases: Range<usize>,
    /// Whether a blank goes before it.
    begins_group: bool,
}

impl Fold {
    /// As few cases a cell as fit; across groups where there are more groups than columns.
    fn new(groups: &[usize], room: usize) -> Self {
        let room = room.max(1);
        let width = |groups: &[usize], together: usize| {
            let cells: usize = groups.iter().map(|cases| cases.div_ceil(together)).sum();
            cells + groups.len().saturating_sub(1)
        };
        let largest = groups.iter().copied().max().unwrap_or(1);
        let all = [groups.iter().sum()];
        match (1..=largest).find(|&together| width(groups, together) <= room) {
            Some(together) => Self::of(groups, together),
            None => Self::of(&all, all[0].div_ceil(room).max(1)),
        }
    }

    fn of(groups: &[usize], together: usize) -> Self {
        let mut cells = Vec::new();
        let mut first = 0;
        for &cases in groups {
            let end = first + cases;
            for start in (first..end).step_by(together) {
                let begins_group = start == first && start > 0;
                cells.push(Cell { cases: start..(start + together).min(end), begins_group });
            }
            first = end;
        }
        Self { cells, together }
    }

    /// What a cell stands for, where that is no single case.
    fn words(&self) -> Option<String> {
        (self.together > 1)
            .then(|| format!("  up to {} cases a letter, failures first", self.together))
    }
}

/// A line that ends where there is no more room.
struct Line {
    text: String,
    room: usize,
}

impl Line {
    fn new(room: usize) -> Self {
        Self { text: String::new(), room }
    }

    fn with(mut self, style: Style, words: &str) -> Self {
        let fits = |character: &char| {
            let width = character.width().unwrap_or(0);
            let left = self.room.checked_sub(width);
            self.room = left.unwrap_or(0);
            left.is_some()
        };
        let words: String = words.chars().take_while(fits).collect();
        if !words.is_empty() {
            let _ = write!(self.text, "{style}{words}{style:#}");
        }
        self
    }
}

#[cfg(test)]
mod tests;
