//! Reading rows of the history's tables: what a row says must be what a jury may have written. Knows
//! nothing of the file.

use rusqlite::Row;

use super::{CaseEntry, Entry, Saved};
use crate::verdict::Verdict;

/// The cases of a grade, or of all grades, in package order.
pub(super) const CASES: &str = "
SELECT grade, name, verdict, score, cpu_seconds, message FROM outcome
WHERE (?1 IS NULL OR grade = ?1)
ORDER BY grade, place";

/// The grades of a problem, of a submission, or all, in the order of saving.
pub(super) const GRADES: &str = "
SELECT number, at, tool, problem, data, submission, sources, language, verdict, score, cpu_seconds,
    memory_bytes,
    (SELECT count(*) FROM outcome WHERE grade = number),
    (SELECT count(*) FROM outcome WHERE grade = number AND outcome.verdict <> 'SK'),
    (SELECT count(*) FROM outcome WHERE grade = number AND outcome.verdict = 'AC')
FROM grade
WHERE (?1 IS NULL OR problem = ?1) AND (?2 IS NULL OR submission = ?2)
ORDER BY number";

/// Why a row could not be read.
pub(super) enum Unread {
    /// `SQLite` failed.
    Sqlite(rusqlite::Error),
    /// The row says what no jury ever wrote.
    Row(String),
}

impl From<rusqlite::Error> for Unread {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

/// A row of [`GRADES`].
pub(super) fn saved(row: &Row<'_>) -> Result<Saved, Unread> {
    let number = row.get(0)?;
    let place = format!("grade {number}");
    let entry = Entry {
        tool: row.get(2)?,
        problem: row.get(3)?,
        data: row.get(4)?,
        submission: row.get(5)?,
        sources: row.get(6)?,
        language: row.get(7)?,
        verdict: verdict(row, 8, &place)?,
        score: measured(row, 9, &place)?,
        cpu_seconds: measured(row, 10, &place)?,
        memory_bytes: row.get::<_, Option<i64>>(11)?.map(i64::cast_unsigned),
    };
    let count = |index| Ok::<_, rusqlite::Error>(row.get::<_, i64>(index)?.unsigned_abs());
    Ok(Saved {
        number,
        at: row.get(1)?,
        entry,
        cases: count(12)?,
        run: count(13)?,
        accepted: count(14)?,
    })
}

/// A row of [`CASES`].
pub(super) fn case(row: &Row<'_>) -> Result<CaseEntry, Unread> {
    let (grade, case): (i64, String) = (row.get(0)?, row.get(1)?);
    let place = format!("grade {grade}, case {case}");
    Ok(CaseEntry {
        case,
        verdict: verdict(row, 2, &place)?,
        score: measured(row, 3, &place)?,
        cpu_seconds: measured(row, 4, &place)?,
        message: row.get(5)?,
    })
}

fn verdict(row: &Row<'_>, index: usize, place: &str) -> Result<Verdict, Unread> {
    let code: String = row.get(index)?;
    let known = Verdict::ALL.into_iter().find(|verdict| verdict.code() == code);
    known.ok_or_else(|| Unread::Row(format!("{place}: `{code}` is no verdict")))
}

/// A score or a time: neither is negative or infinite.
fn measured(row: &Row<'_>, index: usize, place: &str) -> Result<Option<f64>, Unread> {
    let value: Option<f64> = row.get(index)?;
    let name = row.as_ref().column_name(index)?;
    match value {
        Some(value) if !value.is_finite() || value < 0.0 => {
            Err(Unread::Row(format!("{place}: {name} is {value:e}")))
        }
        value => Ok(value),
    }
}
