//! The habits by which folders of tests name inputs and answers: one table, the first that fits first. Pure: it
//! looks at names, not at files.
//!
//! A habit is a line of [`HABITS`]. It fits a folder if it finds an input with its answer and leaves no answer
//! over. Files that another habit pairs, whether it fits or not, are none that may be passed over.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::natural;
use crate::problem::group::{group_of, is_sample};

/// A way to name inputs and answers.
#[derive(Debug)]
pub(super) struct Habit {
    /// For people: "`input*` with `output*`".
    pub(super) words: &'static str,
    naming: Naming,
}

#[derive(Debug)]
enum Naming {
    /// Inputs have the first ending; answers lie beside them and have one of the others, the best one first.
    /// Letter case does not count.
    Endings(&'static str, &'static [&'static str]),
    /// Inputs have no ending of their own; answers have this one besides.
    Bare(&'static str),
    /// The same, where inputs are called by numbers: what is left is a program and its output.
    Numbers(&'static str),
    /// Names begin with a word for inputs and another for answers, and go on without a letter. Letter case
    /// does not count.
    Heads(&'static str, &'static str),
    /// A folder of inputs, and one of answers beside it.
    Folders,
    /// Somewhere in the name stands a word for inputs, or one for answers.
    Inner,
}

use Naming::{Bare, Endings, Folders, Heads, Inner, Numbers};

/// All habits, in the order in which they are tried.
pub(super) static HABITS: &[Habit] = &[
    Habit {
        words: "`*.in` with `*.ans`, `*.out` or the like",
        naming: Endings(
            "in",
            &["ans", "out", "a", "sol", "ok", "answer", "diff", "expected", "correct", "res"],
        ),
    },
    Habit {
        words: "`*.inp` with `*.out`, `*.ans` or the like",
        naming: Endings("inp", &["out", "ans", "a", "ok"]),
    },
    Habit {
        words: "`*.dat` with `*.ans`, `*.a` or `*.out`",
        naming: Endings("dat", &["ans", "a", "out"]),
    },
    Habit { words: "`*` with `*.a`", naming: Bare("a") },
    Habit { words: "`*` with `*.ans`", naming: Bare("ans") },
    Habit { words: "numbers with `*.out`", naming: Numbers("out") },
    Habit { words: "`input*` with `output*`", naming: Heads("input", "output") },
    Habit { words: "`in*` with `out*`", naming: Heads("in", "out") },
    Habit { words: "`I.*` with `O.*`", naming: Heads("i.", "o.") },
    Habit { words: "`data*` with `out*`", naming: Heads("data", "out") },
    Habit { words: "a folder of inputs beside one of answers", naming: Folders },
    Habit { words: "names with `in`, and the same with `out`", naming: Inner },
];

/// Answers with other endings than these, without an input, are somebody's files.
const SURELY_ANSWERS: [&str; 2] = ["ans", "out"];

/// What a C compiler leaves behind unless told otherwise.
const COMPILED: &str = "a.out";

/// Endings that say no more than that a file is of a test.
const PLAIN_ENDINGS: [&str; 6] = ["txt", "in", "out", "ans", "dat", "a"];

/// Endings of archives and compressed files.
const PACKED: [&str; 9] = ["zip", "gz", "tgz", "tar", "bz2", "xz", "zst", "7z", "rar"];

const INPUT_FOLDERS: [&str; 6] =
    ["in", "input", "inputs", "input_files", "test_input", "test_inputs"];
const ANSWER_FOLDERS: [&str; 12] = [
    "out",
    "output",
    "outputs",
    "output_files",
    "ans",
    "answer",
    "answers",
    "expected",
    "expected_output",
    "expected_outputs",
    "test_output",
    "test_outputs",
];

const INPUT_WORDS: [&str; 2] = ["in", "input"];
const ANSWER_WORDS: [&str; 5] = ["out", "output", "ans", "answer", "expected"];

/// What stands between the word and the rest of a name.
const BETWEEN: [char; 4] = ['.', '_', '-', ' '];

/// What a file is by a habit, and the name of its case. Of two answers to one input, the one of the lower rank
/// counts.
enum Role {
    Input(String),
    Answer(String, usize),
}

/// The files of a case, the answers with their ranks.
#[derive(Default)]
struct Files<'a> {
    inputs: Vec<&'a str>,
    answers: Vec<(usize, &'a str)>,
}

/// The files of a folder as a habit takes them.
#[derive(Debug)]
pub(super) struct Pairing<'a> {
    pub(super) habit: &'static Habit,
    /// Name of the case, input and answer: samples first, numbers in names as numbers.
    pub(super) pairs: Vec<(String, &'a str, &'a str)>,
    /// Inputs without an answer.
    pub(super) unanswered: Vec<&'a str>,
    /// Answers without an input.
    pub(super) lone_answers: Vec<&'a str>,
    /// Further inputs of a case, and further answers.
    pub(super) second_inputs: Vec<&'a str>,
    pub(super) second_answers: Vec<&'a str>,
}

impl<'a> Pairing<'a> {
    fn fits(&self) -> bool {
        !self.pairs.is_empty() && self.lone_answers.is_empty() && self.second_inputs.is_empty()
    }

    /// The files that look like those of a case: of pairs, and what lacks its other half. Inputs that are known only by
    /// their answers are none.
    fn lookalikes(&self) -> impl Iterator<Item = &'a str> {
        let pairs = self.pairs.iter().flat_map(|(_, input, answer)| [*input, *answer]);
        let says_input = !matches!(self.habit.naming, Bare(_) | Numbers(_) | Inner);
        let inputs = self.unanswered.iter().filter(move |_| says_input);
        pairs.chain(self.lone_answers.iter().chain(inputs).copied())
    }

    /// The first pair of which neither file is among these.
    fn pair_beside(&self, taken: &HashSet<&str>) -> Option<(&'a str, &'a str)> {
        let is_beside =
            |input: &str, answer: &str| !taken.contains(input) && !taken.contains(answer);
        let mut pairs = self.pairs.iter().map(|(_, input, answer)| (*input, *answer));
        pairs.find(|(input, answer)| is_beside(input, answer))
    }

    /// All files of cases, whole or not; without the further answers.
    pub(super) fn taken(&self) -> HashSet<&'a str> {
        let others = [&self.unanswered, &self.lone_answers, &self.second_inputs];
        let pairs = self.pairs.iter().flat_map(|(_, input, answer)| [*input, *answer]);
        pairs.chain(others.into_iter().flatten().copied()).collect()
    }
}

/// How a folder's files are paired.
#[derive(Debug)]
pub(super) enum Reading<'a> {
    /// By this habit. Besides it leaves these files, in byte order, that look like those of cases by another.
    By(Pairing<'a>, Vec<&'a str>),
    /// By either of two, which take different files: the first, the other's habit, and a pair that the first lacks.
    Doubtful(Pairing<'a>, &'static Habit, (&'a str, &'a str)),
    /// By none whole: the one that finds the most pairs, if any finds one.
    Broken(Option<Pairing<'a>>),
}

/// Pairs the files, given by their paths below the folder.
pub(super) fn read<'a>(files: &[&'a str]) -> Reading<'a> {
    let files: HashSet<&str> = files.iter().copied().collect();
    let mut pairings: Vec<Pairing<'a>> = HABITS.iter().map(|habit| pair(habit, &files)).collect();
    let Some(first) = pairings.iter().position(Pairing::fits) else {
        let found = pairings.into_iter().filter(|pairing| !pairing.pairs.is_empty());
        // The earlier one of equals.
        return Reading::Broken(found.rev().max_by_key(|pairing| pairing.pairs.len()));
    };
    let first = pairings.remove(first);
    let taken = first.taken();
    // One that fits is what is meant before one that does not.
    pairings.sort_by_key(|other| !other.fits());
    let mut pairs = pairings.iter().map(|other| (other.habit, other.pair_beside(&taken)));
    if let Some((habit, Some(pair))) = pairs.find(|(_, pair)| pair.is_some()) {
        return Reading::Doubtful(first, habit, pair);
    }
    let lookalikes: BTreeSet<&str> = pairings.iter().flat_map(Pairing::lookalikes).collect();
    let is_left = |file: &&str| !taken.contains(file) && !first.second_answers.contains(file);
    let left = lookalikes.into_iter().filter(is_left).collect();
    Reading::By(first, left)
}

fn pair<'a>(habit: &'static Habit, files: &HashSet<&'a str>) -> Pairing<'a> {
    let mut found: BTreeMap<String, Files<'a>> = BTreeMap::new();
    for &file in files {
        match habit.naming.role(file, files) {
            Some(Role::Input(case)) => found.entry(case).or_default().inputs.push(file),
            Some(Role::Answer(case, rank)) => {
                found.entry(case).or_default().answers.push((rank, file));
            }
            None => {}
        }
    }
    let mut pairing = Pairing {
        habit,
        pairs: Vec::new(),
        unanswered: Vec::new(),
        lone_answers: Vec::new(),
        second_inputs: Vec::new(),
        second_answers: Vec::new(),
    };
    for (case, Files { mut inputs, mut answers }) in found {
        inputs.sort_unstable();
        answers.sort_unstable();
        let answers: Vec<&str> = answers.into_iter().map(|(_, file)| file).collect();
        match (inputs.as_slice(), answers.as_slice()) {
            ([], lone) => {
                let surely = lone.iter().filter(|file| habit.naming.is_surely_an_answer(file));
                pairing.lone_answers.extend(surely);
            }
            (inputs, []) => pairing.unanswered.extend(inputs),
            ([input, more @ ..], [answer, seconds @ ..]) => {
                pairing.pairs.push((case, input, answer));
                pairing.second_inputs.extend(more);
                pairing.second_answers.extend(seconds);
            }
        }
    }
    pairing.pairs.sort_by(|(left, ..), (right, ..)| order(left, right));
    pairing
}

/// Samples first, group by group; in a group, too, what is called a sample or an example; then as people count.
pub(super) fn order(left: &str, right: &str) -> Ordering {
    let is_example = |name: &str| {
        let name = split(name).1.to_ascii_lowercase();
        name.contains("sample") || name.contains("example")
    };
    let (left_group, right_group) = (group_of(left), group_of(right));
    let samples_first = is_sample(right_group).cmp(&is_sample(left_group));
    samples_first
        .then_with(|| natural::compare(left_group, right_group))
        .then_with(|| is_example(right).cmp(&is_example(left)))
        .then_with(|| natural::compare(left, right))
}

impl Naming {
    /// Whether a file that would be an answer is one even without an input; else it is somebody's.
    fn is_surely_an_answer(&self, file: &str) -> bool {
        let (_, name) = split(file);
        let is_one = match self {
            Endings(..) => {
                let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
                SURELY_ANSWERS.contains(&&*ending.to_ascii_lowercase())
            }
            Bare(_) | Numbers(_) => true,
            Heads(..) | Folders | Inner => has_plain_ending(name),
        };
        is_one && name != COMPILED
    }

    fn role(&self, file: &str, files: &HashSet<&str>) -> Option<Role> {
        let (folder, name) = split(file);
        if is_packed(name) {
            return None;
        }
        let within = |own: &str| format!("{folder}{own}");
        match *self {
            Endings(input, answers) => {
                let (stem, ending) = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty())?;
                let ending = ending.to_ascii_lowercase();
                let rank = answers.iter().position(|answer| *answer == ending);
                match rank {
                    _ if ending == input => Some(Role::Input(within(stem))),
                    Some(rank) => Some(Role::Answer(within(stem), rank)),
                    None => None,
                }
            }
            Bare(ending) => {
                let stem = file.strip_suffix(ending).and_then(|stem| stem.strip_suffix('.'));
                if let Some(stem) = stem.filter(|stem| !stem.is_empty() && !stem.ends_with('/')) {
                    return Some(Role::Answer(stem.to_owned(), 0));
                }
                let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
                let answer = format!("{file}.{ending}");
                let is_input = is_number || files.contains(answer.as_str());
                is_input.then(|| Role::Input(file.to_owned()))
            }
            Numbers(ending) => {
                let stem = name.strip_suffix(ending).and_then(|stem| stem.strip_suffix('.'));
                let own = stem.unwrap_or(name);
                let is_number = !own.is_empty() && own.bytes().all(|byte| byte.is_ascii_digit());
                let role =
                    |case| if stem.is_some() { Role::Answer(case, 0) } else { Role::Input(case) };
                is_number.then(|| role(within(own)))
            }
            Heads(input, answer) => {
                let rest = |head| {
                    let rest = after(head, name).filter(|rest| has_plain_ending(rest));
                    rest.map(|rest| within(&own(rest, input)))
                };
                // The longer word is tried first elsewhere: `input1` is none of `in*`.
                let input = rest(input).map(Role::Input);
                input.or_else(|| rest(answer).map(|case| Role::Answer(case, 0)))
            }
            Folders => {
                let parts: Vec<&str> = folder.split_terminator('/').collect();
                let find = |words: &[&str]| {
                    parts.iter().rposition(|part| words.contains(&&*part.to_ascii_lowercase()))
                };
                let case = |at: usize, words: &[&str]| {
                    let mut path = parts.clone();
                    path.remove(at);
                    let mut longest: Vec<&str> = words.to_vec();
                    longest.sort_unstable_by_key(|word| std::cmp::Reverse(word.len()));
                    let rest = longest.into_iter().find_map(|word| after(word, name));
                    let own =
                        rest.map_or_else(|| own(name, name), |rest| own(rest, INPUT_WORDS[1]));
                    path.push(&own);
                    path.join("/")
                };
                match (find(&INPUT_FOLDERS), find(&ANSWER_FOLDERS)) {
                    (Some(at), None) => Some(Role::Input(case(at, &INPUT_WORDS))),
                    (None, Some(at)) => Some(Role::Answer(case(at, &ANSWER_WORDS), 0)),
                    _ => None,
                }
            }
            Inner => {
                let inner = |words: &[&str]| without_word(name, words).map(|own| within(&own));
                let input = inner(&INPUT_WORDS).map(Role::Input);
                input.or_else(|| inner(&ANSWER_WORDS).map(|case| Role::Answer(case, 0)))
            }
        }
    }
}

/// The folder of a path, with its `/`, and the name in it.
fn split(file: &str) -> (&str, &str) {
    file.split_at(file.rfind('/').map_or(0, |slash| slash + 1))
}

/// What follows a word at the beginning of a name, if that is no letter.
fn after<'a>(word: &str, name: &'a str) -> Option<&'a str> {
    let rest = name.get(word.len()..)?;
    let begins = name[..word.len()].eq_ignore_ascii_case(word);
    let ends = word.ends_with(BETWEEN) || !rest.starts_with(char::is_alphabetic);
    (begins && ends).then_some(rest)
}

/// Whether a name has no ending, a number for one, or one that says nothing.
fn has_plain_ending(name: &str) -> bool {
    name.rsplit_once('.').is_none_or(|(_, ending)| {
        PLAIN_ENDINGS.contains(&&*ending.to_ascii_lowercase())
            || ending.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Whether a file is an archive or compressed: no program reads that as an input.
fn is_packed(name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    PACKED.contains(&&*ending.to_ascii_lowercase())
}

/// A case's own name: without what stands between a word and it, and without an ending that says nothing;
/// where nothing is left, the word for inputs.
fn own(rest: &str, word: &str) -> String {
    let stem = rest
        .rsplit_once('.')
        .filter(|(_, ending)| PLAIN_ENDINGS.contains(&&*ending.to_ascii_lowercase()));
    let own = stem.map_or(rest, |(stem, _)| stem).trim_start_matches(BETWEEN);
    if own.is_empty() { word.trim_end_matches(BETWEEN).to_owned() } else { own.to_owned() }
}

/// A name without the last of these words in it that stands for itself.
fn without_word(name: &str, words: &[&str]) -> Option<String> {
    let is_end = |byte: Option<&u8>| byte.is_none_or(|byte| !byte.is_ascii_alphabetic());
    let (bytes, lower) = (name.as_bytes(), name.to_ascii_lowercase());
    let found = words.iter().flat_map(|word| {
        lower.match_indices(word).map(|(start, word)| (start, start + word.len()))
    });
    let stands = |&(start, end): &(usize, usize)| {
        is_end(start.checked_sub(1).and_then(|at| bytes.get(at))) && is_end(bytes.get(end))
    };
    let (start, end) = found.filter(stands).max()?;
    let (before, behind) = (&name[..start], &name[end..]);
    let joined = match before.strip_suffix(BETWEEN) {
        Some(before) => format!("{before}{behind}"),
        None => format!("{before}{}", behind.strip_prefix(BETWEEN).unwrap_or(behind)),
    };
    let own = own(&joined, "");
    (!own.is_empty()).then_some(own)
}

#[cfg(test)]
mod tests;
