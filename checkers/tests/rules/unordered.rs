//! Unordered lines in texts of all sizes, to the word of the judgement, against a naive second implementation:
//! short and long lines, few and many wrong ones, and texts long enough for every quick way.

use std::collections::HashMap;

use jury_checkers::{Files, Options};

use crate::long::usual_or_long;

/// A small generator of numbers, the same in every run (`SplitMix64`).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ mixed >> 31) >> 1).unwrap_or(0) % end.max(1)
    }
}

/// The offsets of the lines that are not blank, and their bytes without the whitespace at their end.
fn lines(text: &[u8]) -> Vec<(usize, &[u8])> {
    let starts = |at: &mut usize, line: &[u8]| {
        let start = *at;
        *at += line.len() + 1;
        Some(start)
    };
    let all = text.split(|&byte| byte == b'\n');
    let starts = all.clone().scan(0, |at, line| starts(at, line));
    let is_space = |byte: &u8| b" \t\n\x0b\x0c\r".contains(byte);
    let trimmed =
        |line: &'_ [u8]| line.iter().rposition(|byte| !is_space(byte)).map_or(0, |at| at + 1);
    let trimmed = all.map(|line| &line[..trimmed(line)]);
    starts.zip(trimmed).filter(|(_, line)| !line.is_empty()).collect()
}

fn counts<'a>(lines: &[(usize, &'a [u8])]) -> HashMap<&'a [u8], usize> {
    let mut counts = HashMap::new();
    for (_, line) in lines {
        *counts.entry(*line).or_default() += 1;
    }
    counts
}

/// The first line that the other side has not as often, and whether it has it at all.
fn first_extra<'a>(
    of: &[(usize, &'a [u8])],
    others: &HashMap<&[u8], usize>,
) -> Option<(usize, &'a [u8], bool)> {
    let mut left = others.clone();
    of.iter().find_map(|&(at, line)| match left.get_mut(line) {
        Some(count) if *count > 0 => {
            *count -= 1;
            None
        }
        other => Some((at, line, other.is_some())),
    })
}

/// Where the judgement begins to speak of the line, and what it says.
fn naive(output: &[u8], answer: &[u8]) -> Option<(Option<usize>, String)> {
    let (found, expected) = (lines(output), lines(answer));
    let shown = |line: &[u8]| format!("`{}", line[..line.len().min(40)].escape_ascii());
    if let Some((at, line, known)) = first_extra(&found, &counts(&expected)) {
        let number = output[..at].split(|&byte| byte == b'\n').count();
        let wrong = if known { "appears more often than expected" } else { "is not expected" };
        return Some((Some(number), format!("line {number}: {}|{wrong}", shown(line))));
    }
    let (_, line, _) = first_extra(&expected, &counts(&found))?;
    Some((None, format!("the line {}|is missing", shown(line))))
}

#[track_caller]
fn case(name: &str, output: &[u8], answer: &[u8]) {
    let entry = jury_checkers::checker("unordered-lines").expect("in the table");
    let checker = (entry.build)(&Options::new()).expect("good options");
    let judged = checker.check(&Files { input: b"", output, answer: Some(answer) });
    let judged = judged.expect("an answer is there");
    match naive(output, answer) {
        None => assert_eq!(judged.message, "the output is as expected", "{name}"),
        Some((line, message)) => {
            let (start, end) = message.split_once('|').expect("both parts");
            let as_said = judged.message.starts_with(start) && judged.message.ends_with(end);
            assert!(as_said, "{name}: {message}, not {}", judged.message);
            if let Some(line) = line {
                let place = judged.place.expect("a place");
                assert_eq!((place.line, place.column), (line, 1), "{name}");
            }
        }
    }
}

/// Lines of these lengths over an alphabet of `letters` bytes, to a text of about this size.
fn text(random: &mut Random, lengths: &[usize], letters: usize, size: usize) -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = Vec::new();
    let mut length = 0;
    while length < size {
        let width = lengths[random.below(lengths.len())];
        let mut letter = || b"ab\0c\xff0123456789defghi"[random.below(letters)];
        let line: Vec<u8> = (0..width).map(|_| letter()).collect();
        length += line.len() + 1;
        all.push(line);
    }
    all
}

fn joined(lines: &[Vec<u8>], end: &[u8]) -> Vec<u8> {
    lines.iter().flat_map(|line| [line.as_slice(), end].concat()).collect()
}

fn shuffle(random: &mut Random, lines: &mut [Vec<u8>]) {
    for last in (1..lines.len()).rev() {
        lines.swap(last, random.below(last + 1));
    }
}

/// Changes some lines, and says how.
fn change(random: &mut Random, lines: &mut Vec<Vec<u8>>, kind: usize) -> &'static str {
    let count = lines.len();
    let (one, other) = (random.below(count), random.below(count));
    match kind {
        0 => "none",
        1 => {
            lines[one].push(b'x');
            "one"
        }
        2 => {
            lines.remove(one);
            "missing"
        }
        3 => {
            lines[one] = lines[other].clone();
            "copied"
        }
        4 => {
            lines.iter_mut().skip(random.below(100)).step_by(100).for_each(|line| line.push(b'x'));
            "many"
        }
        5 => {
            for line in lines.iter_mut() {
                line.insert(0, b'x');
            }
            "all"
        }
        6 => {
            let at = count - count.min(500);
            lines[at..].iter_mut().for_each(|line| line.insert(0, b'x'));
            "late"
        }
        _ => {
            lines.truncate(count / 2 + 1);
            "half"
        }
    }
}

#[test]
fn the_first_line_without_a_match_is_told() {
    let mut random = Random(1);
    let shapes: [(&[usize], usize); 6] = [
        (&[1, 2], 21),
        (&[2, 3], 5),
        (&[1, 2, 3, 6, 7, 8, 9], 3),
        (&[3, 4, 7, 8], 21),
        (&[14, 15, 16, 30], 2),
        (&[99, 2], 21),
    ];
    for round in 0..usual_or_long(1, 20) {
        for size in [40, 3_000, 180_000, 1_100_000] {
            // Lines are counted in texts of a mebibyte, if they are as short as this.
            let count = if size > 1_000_000 { 1 } else { shapes.len() };
            for (shape, (lengths, letters)) in shapes.iter().enumerate().take(count) {
                for kind in 0..8 {
                    let answer = text(&mut random, lengths, *letters, size);
                    let mut output = answer.clone();
                    let changed = change(&mut random, &mut output, kind);
                    // Late ones stay late.
                    if changed == "late" {
                        let end = output.len() - output.len().min(500);
                        shuffle(&mut random, &mut output[..end]);
                    } else {
                        shuffle(&mut random, &mut output);
                    }
                    let end: &[u8] = if kind % 2 == 0 { b"\n" } else { b" \r\n" };
                    let name = format!("round {round}, {size} bytes, shape {shape}, {changed}");
                    case(&name, &joined(&output, end), &joined(&answer, b"\n"));
                }
            }
        }
    }
}

#[test]
fn lines_that_are_counted_and_others_do_not_hide_each_other() {
    // Lines of one or two bytes are counted in a text of a mebibyte, and longer ones are not.
    let short = "ab\n".repeat(400_000);
    let text = |start: &str, long: &str, end: &str| {
        let long: Vec<_> = (0..100).map(|number| format!("{long} {number:05}\n")).collect();
        format!("{start}{short}{}{end}\n", long.concat())
    };
    let (output, answer) = (text("cd\nef\n", "found", "x"), text("ef\ncd\n", "other", "y"));
    case("the first is long", output.as_bytes(), answer.as_bytes());
    let (one, other) = ("12345678\n123456789\n", "123456789\n12345678\n");
    let (output, answer) = (text(one, "same", "x"), text(other, "same", "y"));
    case("the only one is short", output.as_bytes(), answer.as_bytes());
}

#[test]
fn a_last_line_needs_no_newline() {
    for length in [0, 1 << 20] {
        let start = "ab\n".repeat(length / 3);
        for (output, answer) in
            [("xyz\nc", "c\nxyz"), ("c\nb", "b\nd"), ("c\nb", "b\nc\nb"), ("", "c")]
        {
            let [output, answer] = [output, answer].map(|end| format!("{end}\n{start}{end}"));
            case(&format!("{length}"), output.as_bytes(), answer.as_bytes());
        }
    }
}
