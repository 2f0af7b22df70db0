//! The matrix of submissions and cases as a table that needs no script.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr as _;

use super::text::text;
use crate::ends::shortest_ends;
use crate::report::document::{Case, Document, NotGraded, Submission};
use crate::report::figures;
use crate::report::mark::{self, Mark};
use crate::report::recalled;
use crate::sandbox::{Isolation, Strength};
use crate::verdict::Verdict;
use jury_checkers::plural::counted;

/// Characters of a group's name that stand above one of its cases: longer names would make columns of
/// single cases as wide as themselves, and are written upwards.
const CHARACTERS: usize = 3;

/// Notes and warnings that are shown at the most.
const NOTES: usize = 50;

/// One problem: its title, what came of it in a line, the matrix, and what isolation was in force.
pub(super) fn section(document: &Document, number: usize, page: &mut String) {
    let (name, slug) = (text(&document.problem.name), text(&document.problem.slug));
    let _ = writeln!(page, "<section class=\"problem\" data-problem=\"{number}\">");
    let _ = writeln!(page, "<h2>{name} <small>{slug}</small></h2>\n<p>{}</p>", summary(document));
    let cases = cases(document);
    let _ = writeln!(
        page,
        "<div class=\"scroll\" role=\"region\" aria-label=\"Matrix of {name}\" tabindex=\"0\">\n\
         <table class=\"matrix\">\n<caption>Submissions of {name} by case</caption>"
    );
    head(document, cases, page);
    let _ = writeln!(page, "<tbody>");
    for (index, name) in names(document).iter().enumerate() {
        row(document, index, name, cases.len(), page);
    }
    let _ = writeln!(page, "</tbody>\n</table>\n</div>");
    legend(document, page);
    notes(document, page);
    isolation(&document.isolation, page);
    let _ = writeln!(page, "</section>");
}

/// What tells the submissions apart: the ends of their paths, as long as needed.
pub(super) fn names(document: &Document) -> Vec<String> {
    let paths: Vec<&str> = document.submissions.iter().map(|s| s.path.as_str()).collect();
    shortest_ends(&paths)
}

/// The cases of all submissions: those that did not build have none.
pub(super) fn cases(document: &Document) -> &[Case] {
    let lists = document.submissions.iter().map(|submission| submission.cases.as_slice());
    lists.max_by_key(|cases| cases.len()).unwrap_or_default()
}

fn summary(document: &Document) -> String {
    let all = document.submissions.len();
    let accepted = document.submissions.iter().filter(|s| s.verdict == Verdict::Accepted).count();
    let cases = cases(document).len();
    let mut words = format!(
        "{accepted} of {} accepted, {}",
        counted(all, "submission"),
        counted(cases, "case")
    );
    let odd =
        document.submissions.iter().filter(|s| s.expected.is_some() && !s.as_expected).count();
    if odd > 0 {
        let _ = write!(words, "; <strong>{odd} not as expected</strong>");
    }
    if !document.not_graded.is_empty() {
        let _ = write!(words, "; <strong>{} not graded</strong>", document.not_graded.len());
    }
    if document.interrupted {
        words.push_str("; <strong>interrupted</strong>, only these cases ran");
    }
    if let Some(recalled) = recalled::words(recalled::of_all(&document.submissions)) {
        let _ = write!(words, "; <i>{recalled}</i>");
    }
    words
}

fn head(document: &Document, cases: &[Case], page: &mut String) {
    let mut columns =
        vec![("path", "submission"), ("language", "language"), ("verdict", "verdict")];
    if document.scored {
        columns.push(("score", "score"));
    }
    columns.extend([("cpu", "CPU time"), ("memory", "memory")]);
    let _ = writeln!(page, "<thead>\n<tr>");
    for (key, words) in columns {
        let _ = writeln!(
            page,
            "<th scope=\"col\" rowspan=\"2\" data-key=\"{key}\" class=\"{key}\">{words}</th>"
        );
    }
    for group in cases.chunk_by(|left, right| left.group == right.group) {
        let (name, cases) = (text(&group[0].group), group.len());
        let upright =
            if group[0].group.width() > CHARACTERS * cases { " class=\"up\"" } else { "" };
        let _ = writeln!(
            page,
            "<th scope=\"colgroup\" colspan=\"{cases}\"{upright} title=\"{name}\"><span>{name}</span></th>"
        );
    }
    let _ = writeln!(page, "</tr>\n<tr>");
    for group in cases.chunk_by(|left, right| left.group == right.group) {
        for (number, case) in (1..).zip(group) {
            let first = if number == 1 { " class=\"first\"" } else { "" };
            let _ = writeln!(
                page,
                "<th scope=\"col\"{first} title=\"{}\">{number}</th>",
                text(&case.case)
            );
        }
    }
    let _ = writeln!(page, "</tr>\n</thead>");
}

fn row(document: &Document, index: usize, name: &str, cases: usize, page: &mut String) {
    let submission = &document.submissions[index];
    let verdict = submission.verdict;
    let _ = write!(
        page,
        "<tr data-row=\"{index}\"><th scope=\"row\" title=\"{}\">{}</th><td>{}</td><td class=\"verdict\"><b class=\"v {verdict}\" title=\"{}\">{verdict}</b>{}</td>",
        text(&submission.path),
        text(name),
        text(&submission.language),
        verdict.words(),
        expectation(submission)
    );
    if document.scored {
        let score = submission.score.map_or_else(String::new, |score| score.to_string());
        let _ = write!(page, "<td class=\"number\">{score}</td>");
    }
    let cpu = submission.max_cpu_seconds.map_or_else(String::new, |cpu| format!("{cpu:.3} s"));
    let memory = submission.max_memory_bytes.map_or_else(String::new, figures::memory);
    let memory = text(&memory);
    let _ = write!(
        page,
        "<td class=\"number cpu\">{cpu}</td><td class=\"number memory\">{memory}</td>"
    );
    for (at, case) in submission.cases.iter().enumerate() {
        let first = at == 0 || submission.cases[at - 1].group != case.group;
        let first = if first { " first" } else { "" };
        let mark = case.mark();
        let (kind, character) = (kind(mark), mark.character());
        let recalled = if case.recalled.is_some() { " recalled" } else { "" };
        let _ = write!(page, "<td class=\"v {}{kind}{first}{recalled}\">{character}", case.verdict);
    }
    if submission.cases.is_empty() && cases > 0 {
        let _ = write!(page, "<td class=\"none\" colspan=\"{cases}\">{}", verdict.words());
    }
    page.push('\n');
}

/// The classes of a cell that shows a score.
fn kind(mark: Mark) -> String {
    match mark {
        Mark::Verdict(_) => String::new(),
        Mark::Tenths(tenths) => format!(" share s{tenths}"),
        Mark::Better => " better".into(),
    }
}

fn expectation(submission: &Submission) -> String {
    match submission.expected.filter(|&expected| expected != Verdict::Accepted) {
        None => String::new(),
        Some(_) if submission.as_expected => " <small>as expected</small>".into(),
        Some(expected) => format!(" <small>expected {expected}</small>"),
    }
}

/// What the letters mean that occur.
fn legend(document: &Document, page: &mut String) {
    let all = || document.submissions.iter().flat_map(|submission| &submission.cases);
    let occurs = |mark| all().any(|case| case.mark() == mark);
    let kinds = Verdict::ALL.into_iter().filter(|&verdict| occurs(Mark::Verdict(verdict)));
    let _ = write!(page, "<p class=\"legend\">");
    if (0..=9).any(|tenths| occurs(Mark::Tenths(tenths))) {
        let ends = "<b class=\"v share s0\">0</b> to <b class=\"v share s9\">9</b>";
        let _ = write!(page, "<span>{ends} {}</span> ", text(mark::SHARES));
    }
    if occurs(Mark::Better) {
        let _ = write!(page, "<span><b class=\"v better\">+</b> {}</span> ", mark::BETTER);
    }
    for verdict in kinds {
        let (letter, words) = (verdict.letter(), verdict.words());
        let _ = write!(page, "<span><b class=\"v {verdict}\">{letter}</b> {words}</span> ");
    }
    let _ = writeln!(page, "</p>");
}

/// What was not graded, what was found when the package was read, and what was found when submissions' scores were folded.
fn notes(document: &Document, page: &mut String) {
    let names = names(document);
    let of_submissions = document.submissions.iter().zip(&names).flat_map(|(submission, name)| {
        submission.notes.iter().map(move |note| format!("{name}: {note}"))
    });
    let warnings = document.warnings.iter().map(|warning| format!("warning: {warning}"));
    let not_graded = document.not_graded.iter().map(NotGraded::to_string);
    let all: Vec<String> = not_graded.chain(of_submissions).chain(warnings).collect();
    if all.is_empty() {
        return;
    }
    let _ = writeln!(page, "<ul class=\"notes\">");
    for note in all.iter().take(NOTES) {
        let _ = writeln!(page, "<li>{}</li>", text(note));
    }
    if all.len() > NOTES {
        let _ = writeln!(page, "<li>and {} more</li>", all.len() - NOTES);
    }
    let _ = writeln!(page, "</ul>");
}

/// Each wall by name, and of those that do not stand firm what there is instead.
fn isolation(isolation: &Isolation, page: &mut String) {
    let level = isolation.level.name();
    let of = |strength| isolation.walls.iter().filter(move |wall| wall.strength == strength);
    let enforced: Vec<_> = of(Strength::Enforced).map(|wall| text(&wall.wall)).collect();
    let _ = writeln!(
        page,
        "<details class=\"isolation\"><summary>Isolation in force: {level}</summary>\n<dl>\n\
         <dt>enforced</dt><dd>{}</dd>",
        enforced.join(", ")
    );
    for wall in of(Strength::Sampled).chain(of(Strength::None)) {
        let (strength, name, by) = (wall.strength.name(), text(&wall.wall), text(&wall.by));
        let _ = writeln!(page, "<dt>{strength}</dt><dd>{name}: {by}</dd>");
    }
    let (cpu, memory) = (text(&isolation.cpu_source), text(&isolation.memory_source));
    let _ = writeln!(
        page,
        "<dt>CPU time by</dt><dd>{cpu}</dd>\n<dt>memory by</dt><dd>{memory}</dd>\n</dl></details>"
    );
}
