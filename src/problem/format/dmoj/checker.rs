//! What decides: a checker by its name, or a program of the package by its protocol.

use jury_checkers::OptionValue;
use jury_checkers::compare::dmoj::MOST_DIGITS;

use super::super::sheet::{KIBIBYTE, Sheet, passed_over, quoted};
use super::call;
use super::programs::{Programs, Said};
use super::python::{integer, is_false, number};
use crate::nearest::unknown;
use crate::problem::Protocol;
use crate::problem::complaint::Complaints;
use crate::problem::draft::{CheckerDraft, Found, PartDraft, ShippedDraft};
use crate::problem::folder::Folder;
use crate::yaml::{Entry, Node, Number, Value};

/// An option, and the word that it has.
type OptionInName = (&'static str, &'static str);

/// Built-in checkers: DMOJ's name, ours, and the option that is in the name.
const BUILT_IN: [(&str, &str, Option<OptionInName>); 10] = [
    ("standard", "dmoj-standard", None),
    ("easy", "dmoj-easy", None),
    ("identical", "dmoj-identical", None),
    ("floats", "dmoj-floats", None),
    ("floatsabs", "dmoj-floats", Some((ERROR_MODE, "absolute"))),
    ("floatsrel", "dmoj-floats", Some((ERROR_MODE, "relative"))),
    ("linecount", "dmoj-linecount", None),
    ("linematches", "dmoj-linematches", None),
    ("rstripped", "dmoj-rstripped", None),
    ("sorted", "dmoj-sorted", None),
];

/// The option of `floats` that its other names say.
const ERROR_MODE: &str = "error_mode";

/// Another name of `sorted`.
const UNORDERED: &str = "unordered";

/// Arguments that are a yes or no: whatever Python takes for one.
const FLAGS: [&str; 4] = ["feedback", "filler_lines_required", "filter_new_line", "pe_allowed"];

/// A checker that is a program.
const BRIDGED: &str = "bridged";

/// Keys of programs that decide nothing here.
const SILENT: [&str; 2] = ["feedback", "compiler_time_limit"];

/// CPU seconds of a checker, where nothing is said.
const CHECKER_TIME: f64 = 20.0;

/// CPU seconds of an interactor beyond those of the case, where nothing is said.
const PREPROCESSING_TIME: f64 = 2.0;

/// Longest time of a call, in seconds.
const LONGEST: f64 = 1e4;

/// Largest memory of a call, in kibibytes.
const LARGEST: f64 = 1e9;

/// The package's folder, and its programs so far.
type OfPackage<'a> = (&'a Folder, &'a mut Programs);

/// What decides.
pub(super) struct Decides {
    pub(super) checker: Option<CheckerDraft>,
    pub(super) interactor: Option<PartDraft>,
}

impl Decides {
    /// Whether a program does, which may give points.
    pub(super) fn has_program(&self) -> bool {
        self.interactor.is_some() || matches!(self.checker, Some(CheckerDraft::Programs(_)))
    }
}

pub(super) fn read(
    folder: &Folder,
    sheet: &Sheet,
    programs: &mut Programs,
    complaints: &mut Complaints,
) -> Decides {
    let mut made = (folder, programs);
    let interactor = if sheet.get("signature_grader").is_some() {
        if sheet.get("interactive").is_some() {
            let words = "passed over: with a signature grader, the checker decides";
            sheet.warn("interactive", words, complaints);
        }
        None
    } else {
        sheet.section("interactive", complaints)
    };
    if let Some(interactor) = interactor {
        if sheet.get("checker").is_some() {
            let words = "passed over: the interactor decides";
            sheet.warn("checker", words, complaints);
        }
        // Its keys may have `-` for `_`.
        let interactor = interactor.with_keys(&|key| key.replace('-', "_"));
        return Decides {
            checker: None,
            interactor: program(&mut made, &interactor, false, complaints),
        };
    }
    Decides { checker: checker(&mut made, sheet, complaints), interactor: None }
}

fn checker(
    made: &mut OfPackage<'_>,
    sheet: &Sheet,
    complaints: &mut Complaints,
) -> Option<CheckerDraft> {
    let Some(node) = sheet.get("checker") else {
        return Some(CheckerDraft::shipped("dmoj-standard", sheet.origin(sheet.node())));
    };
    let (name, arguments) = if matches!(node.value, Value::Map(_)) {
        let section = sheet.section("checker", complaints)?;
        section.only(&["name", "args"], complaints);
        let Some(name) = section.text("name", complaints) else {
            sheet.complain("checker", "missing key `name`", complaints);
            return None;
        };
        let arguments = section.get("args").filter(|node| !is_false(node));
        (name, arguments.and_then(|_| section.section("args", complaints)))
    } else {
        (sheet.text("checker", complaints)?, None)
    };
    if name.value == BRIDGED {
        let Some(arguments) = arguments else {
            sheet.complain("checker", "`bridged` needs `args` with `files`", complaints);
            return None;
        };
        return Some(CheckerDraft::Programs(vec![program(made, &arguments, true, complaints)?]));
    }
    if name.value.contains('.') {
        let words = format!(
            "{}: a checker in Python runs within DMOJ's judge: it is not run",
            quoted(&name.value)
        );
        complaints.at(&name.origin, format!("`checker`: {words}"));
        return None;
    }
    let (value, own) = if name.value == UNORDERED {
        ("dmoj-sorted", Some(("split_on", "whitespace")))
    } else if let Some((_, value, own)) = BUILT_IN.iter().find(|(known, ..)| *known == name.value) {
        (*value, *own)
    } else {
        let names = BUILT_IN.iter().map(|(name, ..)| *name).chain([UNORDERED, BRIDGED]);
        complaints.at(&name.origin, unknown("checker", &name.value, names));
        return None;
    };
    let mut options: Vec<_> = arguments
        .iter()
        .flat_map(|sheet| sheet.entries().iter().map(move |entry| option(sheet, entry)))
        .collect();
    let known = jury_checkers::checker(value).map_or(&[][..], |entry| entry.options);
    options.retain(|(key, found)| {
        let is_known = known.contains(&key.as_str());
        if !is_known {
            let words = passed_over("argument", "checker.args.", key, known.iter().copied());
            complaints.warn_at(&found.origin, words);
        } else if found.value.is_none() {
            let words = format!("`checker.args.{key}`: DMOJ fails with this value");
            complaints.at(&found.origin, words);
        }
        is_known
    });
    if let Some((key, word)) = own {
        let stated = options.iter().find(|(name, _)| name == key && name == ERROR_MODE);
        if let Some((_, found)) = stated {
            let words =
                "`checker.args.error_mode`: DMOJ fails where the checker's name says it, too";
            complaints.at(&found.origin, words);
        }
        options.retain(|(name, _)| name != key);
        let value = Some(OptionValue::Text(word.to_owned()));
        options.push((key.to_owned(), Found { value, origin: name.origin.clone() }));
    }
    let name = Some(Found { value: value.to_owned(), origin: name.origin });
    Some(CheckerDraft::Shipped(ShippedDraft { name, options }))
}

fn option(sheet: &Sheet, entry: &Entry) -> (String, Found<Option<OptionValue>>) {
    let value = match &entry.value {
        // Texts too are read as integers, and numbers are cut off.
        node if entry.key == "precision" => digits(node).map(OptionValue::Number),
        node if FLAGS.contains(&entry.key.as_str()) => Some(OptionValue::Bool(!is_false(node))),
        node if node.as_number().is_some() => {
            node.as_number().map(|number| OptionValue::Number(number.as_f64()))
        }
        node if node.is_null() => None,
        node => match node.as_list() {
            // Weights of lines.
            Some(items) => {
                let words: Option<Vec<&str>> = items.iter().map(Node::as_text).collect();
                words.map(|words| OptionValue::Text(words.join(" ")))
            }
            None => node.as_text().map(|text| OptionValue::Text(text.to_owned())),
        },
    };
    (entry.key.clone(), Found { value, origin: sheet.origin_of_key(entry) })
}

/// The integer that Python's `int` makes of a value. So many digits that no number has them are as good as any more.
fn digits(node: &Node) -> Option<f64> {
    let number = match (node.as_bool(), number(node)) {
        (Some(is_true), _) => f64::from(is_true),
        (None, Some(number)) => number.as_f64(),
        (None, None) => Number::Integer(integer(node.as_text()?)?).as_f64(),
    };
    number.is_finite().then(|| number.trunc().clamp(-MOST_DIGITS, MOST_DIGITS))
}

/// A bridged checker or interactor.
fn program(
    (folder, programs): &mut OfPackage<'_>,
    sheet: &Sheet,
    is_checker: bool,
    complaints: &mut Complaints,
) -> Option<PartDraft> {
    let kinds = [
        ("default", Protocol::DmojDefault),
        ("testlib", Protocol::DmojTestlib),
        ("coci", Protocol::DmojCoci),
        ("peg", Protocol::DmojPeg),
    ];
    look_at_keys(sheet, is_checker, complaints);
    let protocol = sheet.word("type", &kinds, complaints).unwrap_or(Protocol::DmojDefault);
    let call = call(sheet, is_checker, complaints);
    if protocol == Protocol::DmojPeg && !is_checker && call.is_none() {
        let words = "DMOJ has no arguments for interactors of the type `peg`, and fails";
        sheet.complain("type", words, complaints);
    }
    let has_feedback = sheet.node().get("feedback").is_none_or(|node| !is_false(node));
    if protocol == Protocol::DmojPeg && is_checker && !has_feedback {
        let words = "shares of `peg` stand in the feedback: without it, they are not read";
        sheet.complain("feedback", words, complaints);
    }
    let Some(files) = sheet.get("files") else {
        sheet.complain("files", "expected a file, or a list of files", complaints);
        return None;
    };
    let node = sheet.node();
    let (language, flags) = (node.get("lang"), node.get("flags"));
    let said = Said { key: "files", files, language, flags };
    let made = programs.read(folder, sheet, &said, complaints)?;
    let program = Found { value: made.name.to_owned(), origin: sheet.origin(made.node) };
    // That of the case is added for interactors.
    let (key, usual) = if is_checker {
        ("time_limit", CHECKER_TIME)
    } else {
        ("preprocessing_time", PREPROCESSING_TIME)
    };
    let stated = sheet.get(key).filter(|node| !is_false(node));
    let time =
        stated.and_then(|_| sheet.number(key, "a number of seconds", 0.001..=LONGEST, complaints));
    let time = time.unwrap_or(usual);
    let is_unbuffered = sheet.node().get("unbuffered").is_none_or(|node| !is_false(node));
    let unit = ("a number of kibibytes", KIBIBYTE);
    let memory = sheet.size("memory_limit", unit, 1.0..=LARGEST, complaints);
    Some(PartDraft {
        call,
        time: Some(time),
        memory,
        is_unbuffered: is_unbuffered && !is_checker,
        ..PartDraft::of(program, protocol)
    })
}

/// Keys that one of both kinds has alone, that nobody has, or that DMOJ misses.
fn look_at_keys(sheet: &Sheet, is_checker: bool, complaints: &mut Complaints) {
    let known =
        ["files", "lang", "type", "time_limit", "memory_limit", "flags", "args_format_string"];
    let of_interactors = ["unbuffered", "preprocessing_time"];
    sheet.only(&[&known[..], &of_interactors[..], &SILENT[..]].concat(), complaints);
    let of_others = if is_checker { &of_interactors[..] } else { &["time_limit"] };
    for key in of_others.iter().filter(|key| sheet.get(key).is_some()) {
        let whose = if is_checker { "interactors" } else { "checkers" };
        sheet.warn(key, format!("passed over: only {whose} have it"), complaints);
    }
    if is_checker && sheet.node().get("lang").is_none() {
        let words = "`lang`: expected DMOJ's name of the checker's language: DMOJ fails without";
        complaints.warn_at(&sheet.origin(sheet.node()), words);
    }
}

/// What it is called with, where that is not as its type says.
fn call(sheet: &Sheet, is_checker: bool, complaints: &mut Complaints) -> Option<Vec<String>> {
    const KEY: &str = "args_format_string";
    sheet.get(KEY).filter(|node| !is_false(node))?;
    let text = sheet.text(KEY, complaints)?;
    let output = if is_checker { "/files/output" } else { "/dev/null" };
    let places =
        [("input_file", "/files/input"), ("output_file", output), ("answer_file", "/files/answer")];
    match call::words(&text.value, places) {
        Ok(words) => Some(words),
        Err(wrong) => {
            sheet.complain(KEY, wrong, complaints);
            None
        }
    }
}
