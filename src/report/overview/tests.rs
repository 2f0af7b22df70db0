//! The matrix as lines, for terminals of many sizes.

use anstream::adapter::strip_str;
use unicode_width::UnicodeWidthStr as _;

use super::*;

/// Of so many cases in each group, and submissions with the letters known of them: `AAW=WA`, or `CE`,
/// for what is judged, `AA>` for what is being judged.
fn overview(groups: &[(&str, usize)], submissions: &[(&str, &str)]) -> Overview {
    let cases = groups
        .iter()
        .flat_map(|&(group, cases)| (1..=cases).map(move |n| Case::of(&format!("{group}/{n}"))));
    let cases: Vec<Case> = cases.collect();
    let mut overview = Overview::new("sum", &cases, submissions.iter().map(|(name, _)| *name));
    for (row, (_, known)) in submissions.iter().enumerate() {
        let (letters, verdict) = known.split_once('=').unwrap_or((known, ""));
        overview.judging(row);
        for (case, letter) in cases.iter().zip(letters.chars().filter(|&letter| letter != '>')) {
            let verdict = Verdict::ALL.into_iter().find(|verdict| verdict.letter() == letter);
            let verdict = verdict.expect("a letter of a verdict");
            overview.settled(&Outcome { verdict, ..Outcome::skipped(case, "") });
        }
        if let Some(verdict) = Verdict::ALL.into_iter().find(|one| one.code() == verdict) {
            overview.judged(row, verdict, verdict == Verdict::Accepted);
        }
        if !letters.ends_with('>') {
            overview.current = None;
        }
    }
    let last = submissions.iter().position(|(_, known)| known.ends_with('>'));
    overview.current = last;
    overview
}

#[track_caller]
fn case(overview: &Overview, columns: usize, rows: usize, expected: &str) {
    let lines = overview.lines(columns, rows, Duration::from_millis(12_900));
    let plain: Vec<_> = lines.iter().map(|line| strip_str(line).to_string()).collect();
    let plain: Vec<_> = plain.iter().map(|line| line.trim_end()).collect();
    assert_eq!(plain, expected.lines().skip(1).collect::<Vec<_>>(), "\n{}", plain.join("\n"));
    for line in &lines {
        assert!(strip_str(line).to_string().width() < columns, "{line}");
    }
    assert!(lines.len() < rows);
}

const FOUR: [(&str, &str); 4] = [
    ("good.cpp", "AAAAAA=AC"),
    ("broken.cpp", "=CE"),
    ("wrong.py", "AAW>"),
    ("a-submission-of-a-long-name.py", ""),
];

#[test]
fn each_case_has_a_letter_where_there_is_room() {
    let overview = overview(&[("sample", 2), ("secret", 4)], &FOUR);
    let expected = "
sum: 2 of 4 submissions judged, 12 s  wrong.py on secret/2
  AC  good.cpp                                   AA AAAA
  CE  broken.cpp                                 compile error
      wrong.py                                   AA W›··
      a-submission-of-a-long-name.py             ·· ····";
    case(&overview, 100, 24, expected);
    let expected = "
sum: 2 of 4 submissions judged, 12 s  w
  AC  good.cpp                  AA AAAA
  CE  broken.cpp                compile
      wrong.py                  AA W›··
      a-su…-name.py             ·· ····";
    case(&overview, 40, 24, expected);
}

#[test]
fn neighbours_share_a_letter_where_there_is_not_room_for_all() {
    let letters = format!("{}W{}=WA", "A".repeat(101), "A".repeat(99));
    let half = format!("{}>", "A".repeat(60));
    let groups = [("sample", 1), ("secret", 200)];
    let overview = overview(&groups, &[("a.py", &letters), ("b.py", &half)]);
    let expected = "
sum: 1 of 2 submissions judged, 12 s  b.py on secret/60
  up to 5 cases a letter, failures first
  WA  a.py             A AAAAAAAAAAAAAAAAAAAAWAAAAAAAAAAAAAAAAAAA
      b.py             A AAAAAAAAAAA›····························";
    case(&overview, 66, 24, expected);
}

#[test]
fn more_groups_than_columns_share_letters_too() {
    let names: Vec<String> = (0..60).map(|number| format!("secret/{number}")).collect();
    let groups: Vec<(&str, usize)> = names.iter().map(|name| (name.as_str(), 2)).collect();
    let overview = overview(&groups, &[("a.py", "AAAAAAAAAAT>")]);
    let expected = "
sum: 0 of 1 submission judged, 12 s  a.
  up to 8 cases a letter, failures firs
      a.py             AT·············";
    case(&overview, 40, 24, expected);
}

#[test]
fn rows_around_the_current_one_are_shown_where_there_are_more_than_lines() {
    let names: Vec<String> = (0..30).map(|number| format!("{number}.py")).collect();
    let known = |number: usize| match number {
        0..3 => "W=WA",
        3..20 => "A=AC",
        20 => ">",
        _ => "",
    };
    let submissions: Vec<(&str, &str)> =
        names.iter().enumerate().map(|(number, name)| (name.as_str(), known(number))).collect();
    let overview = overview(&[("secret", 1)], &submissions);
    let expected = "
sum: 20 of 30 submissions judged, 12 s  20.py on secret/1
  … 18 before: 15 AC, 3 WA
  AC  18.py             A
  AC  19.py             A
      20.py             ›
      21.py             ·
  … 8 more";
    case(&overview, 80, 8, expected);
    for rows in 0..6 {
        assert_eq!(overview.lines(80, rows, Duration::ZERO).len(), rows.saturating_sub(1).min(5));
    }
}

#[test]
fn no_terminal_is_too_narrow() {
    let overview = overview(&[("sample", 2), ("secret", 4)], &FOUR);
    for columns in 0..60 {
        for line in overview.lines(columns, 24, Duration::ZERO) {
            assert!(strip_str(&line).to_string().width() <= columns.saturating_sub(1), "{line}");
        }
    }
}

#[test]
fn builds_are_counted_before_anything_is_judged() {
    let mut overview = overview(&[("secret", 1)], &[("a.py", ""), ("b.py", "")]);
    let line = |overview: &Overview| overview.in_a_line(Duration::from_secs(30));
    assert_eq!(line(&overview), "sum: 0 of 2 submissions judged, 30 s; building");
    overview.built(1);
    assert_eq!(line(&overview), "sum: 0 of 2 submissions judged, 30 s; building: 1 done");
    overview.judging(0);
    assert_eq!(line(&overview), "sum: 0 of 2 submissions judged, 30 s; a.py: 0 of 1 case");
}
