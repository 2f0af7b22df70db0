//! The picture of a failure in `docs/pictures`: what a terminal shows of a real run. It is made anew by
//! `NEW_PICTURES=1 cargo test --test it -- picture`.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use super::common::{World, run};

/// The right solution but for one thing: it looks at no columns.
const SOLUTION: &str =
    include_str!("../../../problems/four-in-line/submissions/wrong_answer/no_columns.py");
const COMMAND: [&str; 3] = ["grade", "four-in-line", "solution.py"];

/// Pixels of a character and of a line, and around all.
const CHARACTER: f64 = 8.43;
const LINE: usize = 19;
const EDGE: usize = 16;

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn the_picture_of_a_failure_is_of_what_is_shown_now() {
    let picture = picture(&shown());
    let path = root().join("docs/pictures/failure.svg");
    if std::env::var_os("NEW_PICTURES").is_some() {
        fs::write(&path, &picture).expect("written");
    }
    let committed = fs::read_to_string(path).expect("a picture");
    assert_eq!(without_figures(&picture), without_figures(&committed));
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// What the command shows in colours, but for the isolation, which depends on the machine.
fn shown() -> String {
    let world = World::new(&[("solution.py", SOLUTION)]);
    let from = root().join("problems/four-in-line");
    let to = world.path("problems/four-in-line");
    for name in ["problem.toml", "data", "generators"] {
        for entry in walkdir::WalkDir::new(from.join(name)).into_iter().map(Result::unwrap) {
            let target = to.join(entry.path().strip_prefix(&from).unwrap());
            if entry.file_type().is_file() {
                fs::create_dir_all(target.parent().unwrap()).expect("a folder");
                fs::copy(entry.path(), target).expect("copied");
            }
        }
    }
    let did = run(world.command(&COMMAND).env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1"));
    assert_eq!(did.status, 1, "{did:#?}");
    let (report, rest) = did.out.split_once("\u{1b}[2msandbox").expect("the isolation");
    format!("{report}{}\n", rest.lines().last().expect("a summary"))
}

/// The text with every digit of times and sizes alike.
fn without_figures(picture: &str) -> String {
    let mut text = String::new();
    for word in picture.split_inclusive(' ') {
        let is_figure =
            word.contains('.') && word.trim_end().bytes().all(|b| b.is_ascii_digit() || b == b'.');
        text.push_str(if is_figure { "0 " } else { word });
    }
    text
}

/// Text with colours as a picture of it.
fn picture(shown: &str) -> String {
    let prompt = format!("$ jury {}", COMMAND.join(" "));
    let lines: Vec<&str> = std::iter::once(prompt.as_str()).chain(shown.lines()).collect();
    let columns = lines.iter().map(|line| plain_width(line)).max().unwrap_or(0);
    // A figure of a digit more or less makes no other picture.
    let columns = (columns + 5).next_multiple_of(10);
    let width = f64::from(u16::try_from(columns).unwrap()) * CHARACTER;
    let (width, height) = (width.ceil() + 32.0, lines.len() * LINE + 2 * EDGE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         role=\"img\">\n<title>A failure as jury shows it</title>\n\
         <style>\n\
         text {{ font: 14px/1 ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; fill: #d8dee4; \
         white-space: pre; }}\n\
         .b {{ font-weight: 700; }} .d {{ fill: #8d96a0; }} .r {{ fill: #ff7b72; }} .g {{ fill: #56d364; }} \
         .y {{ fill: #e3b341; }}\n</style>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#14171b\"/>\n"
    );
    for (number, line) in lines.iter().enumerate() {
        let y = EDGE + number * LINE + 14;
        if !line.is_empty() {
            let _ = writeln!(
                svg,
                "<text x=\"{EDGE}\" y=\"{y}\" xml:space=\"preserve\">{}</text>",
                spans(line)
            );
        }
    }
    svg + "</svg>\n"
}

fn plain_width(line: &str) -> usize {
    anstream::adapter::strip_str(line).to_string().chars().count()
}

/// The line's pieces of one look each.
fn spans(line: &str) -> String {
    let mut spans = String::new();
    let mut looks: Vec<char> = Vec::new();
    for (number, piece) in line.split("\u{1b}[").enumerate() {
        let words = if number == 0 {
            piece
        } else {
            let (code, words) = piece.split_once('m').expect("a colour");
            let look = match code {
                "0" => None,
                "1" => Some('b'),
                "2" => Some('d'),
                "31" => Some('r'),
                "32" => Some('g'),
                "33" => Some('y'),
                other => panic!("no look for {other}"),
            };
            // Of two colours the later one counts.
            looks.retain(|&one| look.is_some_and(|look| look == 'b' || one == 'b'));
            looks.extend(look);
            words
        };
        if words.is_empty() {
            continue;
        }
        let words = words.replace('&', "&amp;").replace('<', "&lt;");
        let classes: Vec<String> = looks.iter().map(char::to_string).collect();
        if classes.is_empty() {
            spans.push_str(&words);
        } else {
            let _ = write!(spans, "<tspan class=\"{}\">{words}</tspan>", classes.join(" "));
        }
    }
    spans
}
