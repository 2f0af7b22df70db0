//! A folder of inputs and answers without any settings, named by one of the habits of the world.

mod habits;

use std::collections::BTreeMap;
use std::path::Path;
use std::ptr;

use self::habits::{Habit, Pairing, Reading};
use crate::nearest;
use crate::problem::cases::{self, FoundCase};
use crate::problem::complaint::Complaints;
use crate::problem::draft::Draft;
use crate::problem::folder::{Entry, Folder, Kind};
use crate::problem::layout::Layout;
use crate::problem::line_ends;
use crate::problem::reading::{Patterns, name_by};
use crate::problem::{CaseSettings, store};

/// Plain folders are laid out as packages of ours are, but outputs of programs serve as answers too.
const LAYOUT: Layout = Layout { answers: &["ans", "out"], ..Layout::OWN };

/// How many files that are of no case are named.
const NAMED: usize = 10;

/// How people call checkers, and programs that talk with solutions.
const DECIDERS: [&str; 7] =
    ["check", "checker", "chk", "spj", "interactor", "interact", "output_validator"];

/// How the names of such programs end.
const PROGRAMS: [&str; 9] = ["", "c", "cc", "cpp", "cxx", "py", "java", "pas", "exe"];

const FORMAT: &str = "a plain folder of cases";

/// What a case is called where nothing stands for the `*` of a pattern.
const NAMELESS: &str = "input";

const SECOND: &str = "second input of the same case: remove one of them";

const PAIRS: &str = "or inputs with answers, such as `1.in` and `1.ans`, `input1.txt` and `output1.txt`, `01` and \
                     `01.a`, or a folder `in` and a folder `out`; files by other names are chosen with \
                     --input-pattern and --answer-pattern";

/// The folder's cases, each of which must have an answer.
pub(super) fn read(folder: &Folder, complaints: &mut Complaints) -> Draft {
    let layout = layout(folder, complaints);
    let base = layout.data_in(&folder.real);
    let files = folder.files_below(&base, complaints);
    let by_name: BTreeMap<&str, &Entry> =
        files.iter().filter_map(|file| Some((below(&base, &file.path)?, file))).collect();
    let names: Vec<&str> = by_name.keys().copied().collect();
    let own = &habits::HABITS[0];
    let (pairing, lookalikes) = match habits::read(&names) {
        Reading::By(pairing, lookalikes) => (pairing, lookalikes),
        Reading::Broken(Some(pairing)) => (pairing, Vec::new()),
        Reading::Doubtful(first, habit, pair) => {
            complaints.about(&folder.shown, doubt(&first, habit, pair));
            return Draft::own(layout, FORMAT);
        }
        Reading::Broken(None) => {
            let cases = cases::find(folder, &layout, complaints);
            if cases.is_empty() {
                let settings = layout.settings;
                complaints.about(
                    &folder.shown,
                    format!("no problem here: expected `{settings}`, {PAIRS}"),
                );
            }
            for case in cases.iter().filter(|case| case.answer.is_none()) {
                complaints.about(folder.shown(&case.met), unanswered(&case.met, own));
            }
            return Draft::own(layout, FORMAT);
        }
    };
    let is_own = ptr::eq(pairing.habit, own);
    complain(folder, &layout, &pairing, complaints);
    tell_others(folder, &pairing, (&names, &lookalikes), complaints);
    let mut cases = Vec::new();
    for (name, input, answer) in &pairing.pairs {
        let mut usable = |file| cases::usable(folder, by_name.get(file)?, complaints);
        if let Some((input_file, answer)) = usable(input).zip(usable(answer)) {
            cases.push(FoundCase {
                name: name.clone(),
                met: base.join(input),
                input: input_file,
                answer: Some(answer),
                settings: CaseSettings::default(),
            });
        }
    }
    let format = format!("{FORMAT} ({})", pairing.habit.words);
    draft(cases, Layout { takes_cases: is_own, ..layout }, format)
}

fn draft(cases: Vec<FoundCase>, layout: Layout, format: String) -> Draft {
    let has_crlf = line_ends::are_of_windows(cases.iter().map(|case| case.input.as_path()));
    Draft { has_crlf, cases, ..Draft::own(layout, format) }
}

/// The same where the user says which files are inputs and answers.
pub(super) fn read_by(
    folder: &Folder,
    patterns: &Patterns,
    complaints: &mut Complaints,
) -> Option<Draft> {
    if let Some(mistake) = patterns.mistake() {
        complaints.about(&folder.shown, mistake);
        return None;
    }
    let base = folder.real.clone();
    let files = folder.files_below(&base, complaints);
    let mut inputs: BTreeMap<&str, &Entry> = BTreeMap::new();
    let mut answers: BTreeMap<&str, &Entry> = BTreeMap::new();
    let mut others = Vec::new();
    // A file may be named by the words around the `*` alone: `input.txt`.
    let name_by = |pattern: &str, path| {
        name_by(pattern, path).or_else(|| (pattern.replacen('*', "", 1) == path).then_some(""))
    };
    for file in &files {
        let Some(path) = below(&base, &file.path) else { continue };
        let (input, answer) = (name_by(&patterns.input, path), name_by(&patterns.answer, path));
        // What fits both is what the longer pattern says: `*.out` says more than `*`.
        match (input, answer) {
            (Some(_), Some(name)) if patterns.answer.len() > patterns.input.len() => {
                answers.insert(name, file);
            }
            (Some(name), _) => {
                inputs.insert(name, file);
            }
            (None, Some(name)) => {
                answers.insert(name, file);
            }
            (None, None) => others.push(path),
        }
    }
    let why = format!("since cases are `{}` with `{}`", patterns.input, patterns.answer);
    remark_on_others(folder, &others, &why, complaints);
    if inputs.is_empty() {
        complaints.about(&folder.shown, format!("no file is an input by `{}`", patterns.input));
    }
    let mut cases = Vec::new();
    let is_taken = inputs.contains_key(NAMELESS);
    for (name, input) in inputs {
        if name.is_empty() && is_taken {
            let words =
                format!("a case without a name of its own, beside one that is called `{NAMELESS}`");
            complaints.about(folder.shown(&input.path), words);
        }
        let Some(answer) = answers.remove(name) else {
            let expected = patterns.answer.replacen('*', name, 1);
            let words = format!("input without an answer: expected `{expected}`");
            complaints.about(folder.shown(&input.path), words);
            continue;
        };
        let mut usable = |file| cases::usable(folder, file, complaints);
        if let Some((input_file, answer)) = usable(input).zip(usable(answer)) {
            cases.push(FoundCase {
                name: if name.is_empty() { NAMELESS } else { name }.to_owned(),
                met: input.path.clone(),
                input: input_file,
                answer: Some(answer),
                settings: CaseSettings::default(),
            });
        }
    }
    for answer in answers.values() {
        complaints.about(folder.shown(&answer.path), "answer without an input");
    }
    cases.sort_by(|left, right| habits::order(&left.name, &right.name));
    let layout = Layout { data: "", takes_cases: false, ..LAYOUT };
    let format = format!("{FORMAT} (`{}` with `{}`)", patterns.input, patterns.answer);
    Some(draft(cases, layout, format))
}

/// Complains of what the habit leaves over.
fn complain(folder: &Folder, layout: &Layout, pairing: &Pairing<'_>, complaints: &mut Complaints) {
    let base = layout.data_in(&folder.real);
    let mut about = |file: &str, message: String| {
        complaints.about(folder.shown(&base.join(file)), message);
    };
    for file in &pairing.unanswered {
        if !store::is_being_added(&base.join(file), layout) {
            about(file, unanswered(Path::new(file), pairing.habit));
        }
    }
    for file in &pairing.lone_answers {
        about(file, lone_answer(Path::new(file), pairing.habit));
    }
    for file in &pairing.second_inputs {
        about(file, SECOND.to_owned());
    }
}

/// What is wrong with an input that has no answer.
fn unanswered(input: &Path, habit: &Habit) -> String {
    if !ptr::eq(habit, &raw const habits::HABITS[0]) {
        return format!("input without an answer: cases here are {}", habit.words);
    }
    let name = input.file_stem().unwrap_or_default().display();
    let endings: Vec<_> =
        LAYOUT.answers.iter().map(|ending| format!("`{name}.{ending}`")).collect();
    format!("input without an answer: expected {}", endings.join(" or "))
}

/// What is wrong with an answer that has no input.
fn lone_answer(answer: &Path, habit: &Habit) -> String {
    if !ptr::eq(habit, &raw const habits::HABITS[0]) {
        return format!("answer without an input: cases here are {}", habit.words);
    }
    let (name, input) = (answer.file_stem().unwrap_or_default().display(), LAYOUT.input);
    format!("answer without an input: expected `{name}.{input}` next to it")
}

/// Files that are of no case are named, so that none is missing without a word: what looks like one of a case is
/// warned of.
fn tell_others(
    folder: &Folder,
    pairing: &Pairing<'_>,
    (names, lookalikes): (&[&str], &[&str]),
    complaints: &mut Complaints,
) {
    let taken = pairing.taken();
    let is_other = |name: &&str| !taken.contains(name) && !lookalikes.contains(name);
    let others: Vec<&str> = names.iter().copied().filter(is_other).collect();
    let cases = format!("since cases here are {}", pairing.habit.words);
    if !lookalikes.is_empty() {
        let some = nearest::first(lookalikes, NAMED);
        let message =
            format!("files that look like those of cases are passed over, {cases}: {some}");
        complaints.warn_about(&folder.shown, message);
    }
    remark_on_others(folder, &others, &cases, complaints);
}

/// Programs among them that may decide outputs are warned of, as nothing else tells that they do not.
fn remark_on_others(folder: &Folder, others: &[&str], why: &str, complaints: &mut Complaints) {
    let deciders: Vec<&str> = others.iter().copied().filter(|file| may_decide(file)).collect();
    if !deciders.is_empty() {
        let some = nearest::first(&deciders, NAMED);
        let settings = Layout::OWN.settings;
        let message = format!(
            "outputs are compared by tokens, and not by {some}: where that is to decide, a `{settings}` names it \
             (`jury new` creates an example)"
        );
        complaints.warn_about(&folder.shown, message);
    }
    if !others.is_empty() {
        let some = nearest::first(others, NAMED);
        complaints.remark_about(&folder.shown, format!("files of no case, {why}: {some}"));
    }
}

/// Whether a file is called like a program that decides outputs: a source, or an executable.
fn may_decide(file: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or(file).to_ascii_lowercase();
    let (stem, ending) = name.split_once('.').unwrap_or((&name, ""));
    DECIDERS.contains(&stem) && PROGRAMS.contains(&ending)
}

/// Words on two sets of cases: the second one's habit, and a pair that the first lacks.
fn doubt(first: &Pairing<'_>, habit: &Habit, pair: (&str, &str)) -> String {
    let example = |(input, answer): (&str, &str), habit: &Habit| {
        format!("`{input}` with `{answer}` ({})", habit.words)
    };
    let (_, input, answer) = &first.pairs[0];
    format!(
        "two sets of cases, {} and {}: move one of them away, or choose with --input-pattern and \
         --answer-pattern",
        example((input, answer), first.habit),
        example(pair, habit)
    )
}

/// A file's path below the folder of cases.
fn below<'a>(base: &Path, file: &'a Path) -> Option<&'a str> {
    file.strip_prefix(base).ok()?.to_str()
}

/// Names of cases begin in the folder itself if inputs stand in it, or if there is no folder of cases.
fn layout(folder: &Folder, complaints: &mut Complaints) -> Layout {
    let entries = folder.entries(&folder.real, complaints);
    let is_input = |name: &str| Path::new(name).extension().is_some_and(|e| e == LAYOUT.input);
    let has_inputs = entries.iter().any(|e| e.kind != Kind::Folder && is_input(&e.name));
    let has_data = entries.iter().any(|e| e.kind == Kind::Folder && e.name == LAYOUT.data);
    if has_data && !has_inputs { LAYOUT } else { Layout { data: "", ..LAYOUT } }
}
