//! The parameters of a task's type, which are CMS's: how submissions are compiled, how they talk with a manager, and
//! which files they read and write.
//!
//! The exported form has them in `task_type_params`: as JSON in a string by names (TPS's first protocol), or as the
//! list that CMS itself has (the second one). Authors have the same in `type_params` and `task_type_parameters`.

use super::kind::Kind;
use crate::nearest::unknown;
use crate::problem::complaint::Complaints;
use crate::problem::draft::Found;
use crate::problem::format::sheet::{Sheet, quoted};
use crate::yaml::{self, Entry, Node, Number};

/// What the names of parameters begin with; the type of the task, `_` and a name of its own follow.
const PREFIX: &str = "task_type_parameters_";

/// The types that may be named there.
const TYPES: [&str; 5] = ["Batch", "BatchAndOutput", "Communication", "OutputOnly", "TwoSteps"];

/// The keys of the exported form, and of authors. The first one that is there counts.
const EXPORTED: [&str; 2] = ["task_type_params", "task_type_parameters"];
const OF_AUTHORS: [&str; 2] = ["task_type_parameters", "type_params"];

/// Most processes of one submission.
const MOST_PROCESSES: f64 = 16.0;

/// The values that CMS knows.
const COMPILATIONS: [(&str, bool); 3] = [("alone", false), ("grader", true), ("stub", true)];
const TALKS: [(&str, bool); 2] = [("std_io", true), ("fifo_io", false)];
const EVALUATIONS: [(&str, bool); 2] = [("diff", false), ("comparator", true)];

/// What is said of a task's type; `None` where nothing is said.
#[derive(Debug, Default)]
pub(super) struct Parameters {
    /// How many processes of a submission a manager talks with.
    pub(super) processes: Option<usize>,
    /// Whether these talk by their standard streams.
    pub(super) by_streams: Option<bool>,
    /// Whether submissions are compiled together with graders.
    pub(super) with_graders: Option<bool>,
    /// Whether a checker compares.
    pub(super) by_checker: Option<bool>,
    /// The files that submissions read and write.
    pub(super) files: [Option<Found<String>>; 2],
    /// The key that all this stands under.
    pub(super) key: &'static str,
}

/// What the file says of a task of this type.
pub(super) fn read(
    sheet: &Sheet,
    (is_exported, kind): (bool, Kind),
    complaints: &mut Complaints,
) -> Parameters {
    let keys = if is_exported { EXPORTED } else { OF_AUTHORS };
    let key = keys.into_iter().find(|key| sheet.get(key).is_some()).unwrap_or(keys[0]);
    let mut found = Parameters { key, ..Parameters::default() };
    if let Some(node) = sheet.get(key)
        && let Err(wrong) = found.add(sheet, node, kind)
    {
        sheet.complain(key, wrong, complaints);
    }
    // The keys of authors, which TPS's own judge goes by.
    if let Some(stated) = sheet.get("num_processes") {
        let stated = processes(stated).map_err(|wrong| {
            sheet.complain("num_processes", wrong, complaints);
        });
        let other = found.processes.filter(|&other| stated.is_ok_and(|stated| stated != other));
        if let Some(other) = other {
            let words = format!("`{key}` says {other}: expected the same number");
            sheet.complain("num_processes", words, complaints);
        }
        found.processes = stated.ok();
    }
    let by_streams = sheet.word("user_io", &TALKS, complaints);
    found.by_streams = found.by_streams.or(by_streams);
    found
}

impl Parameters {
    /// Takes them as they are written.
    fn add(&mut self, sheet: &Sheet, node: &Node, kind: Kind) -> Result<(), String> {
        let Some(text) = node.as_text() else { return self.add_value(sheet, node, kind) };
        if text.trim().is_empty() {
            return Ok(());
        }
        let inner = yaml::parse(text.as_bytes())
            .map_err(|wrong| format!("cannot read the text as JSON: {wrong}"))?;
        if let Some(oddity) = inner.oddities.first() {
            return Err(format!("cannot read the text as JSON: {oddity}"));
        }
        self.add_value(sheet, &inner.root, kind)
    }

    fn add_value(&mut self, sheet: &Sheet, node: &Node, kind: Kind) -> Result<(), String> {
        if let Some(named) = node.as_map() {
            return named.iter().try_for_each(|entry| self.add_named(sheet, entry, kind));
        }
        let Some(list) = node.as_list() else {
            return Err("expected a map or a list of parameters, or one of them as JSON".to_owned());
        };
        let names = names(kind).in_list;
        if let Some(more) = list.get(names.len()) {
            let more = more.as_text().map_or_else(|| more.value.kind().to_owned(), quoted);
            let (kind, known) = (kind.name(), names.len());
            return Err(format!(
                "jury knows {known} parameters of `{kind}`, found one more: {more}"
            ));
        }
        let mut both = names.iter().zip(list);
        both.try_for_each(|(name, value)| self.add_one(sheet, name, value))
    }

    /// One that is called by its name; those of other types count for nothing.
    fn add_named(&mut self, sheet: &Sheet, entry: &Entry, kind: Kind) -> Result<(), String> {
        let mut parts = entry.key.strip_prefix(PREFIX).and_then(|own| own.split_once('_'));
        if parts.is_some_and(|(of, _)| of != kind.name() && TYPES.contains(&of)) {
            return Ok(());
        }
        let names = names(kind).by_name;
        parts = parts.filter(|(of, name)| *of == kind.name() && names.contains(name));
        let Some((_, name)) = parts else {
            let known = names.iter().map(|name| format!("{PREFIX}{}_{name}", kind.name()));
            let known: Vec<String> = known.collect();
            return Err(unknown("parameter", &entry.key, known.iter().map(String::as_str)));
        };
        self.add_one(sheet, name, &entry.value)
    }

    fn add_one(&mut self, sheet: &Sheet, name: &str, value: &Node) -> Result<(), String> {
        let word = |known: &[(&str, bool)]| {
            let text = value.as_text().unwrap_or_default();
            let meant = known.iter().find(|(word, _)| *word == text).map(|&(_, meant)| meant);
            meant.map(Some).ok_or_else(|| {
                format!("`{name}`: {}", unknown("word", text, known.iter().map(|(word, _)| *word)))
            })
        };
        let file = |node: &Node| {
            let text = if node.is_null() { Some("") } else { node.as_text() };
            let value = text.ok_or_else(|| format!("`{name}`: expected the name of a file"))?;
            Ok::<_, String>(Some(Found {
                value: value.to_owned(),
                origin: sheet.origin_of(self.key),
            }))
        };
        match name {
            "num_processes" => {
                self.processes =
                    Some(processes(value).map_err(|wrong| format!("`{name}`: {wrong}"))?);
            }
            "compilation" => self.with_graders = word(&COMPILATIONS)?,
            "user_io" => self.by_streams = word(&TALKS)?,
            "evaluation" => self.by_checker = word(&EVALUATIONS)?,
            "io_0_inputfile" => self.files[0] = file(value)?,
            "io_1_outputfile" => self.files[1] = file(value)?,
            "files" => {
                let Some([input, output]) = value.as_list() else {
                    return Err("expected two names of files, such as `[\"\", \"\"]`".to_owned());
                };
                self.files = [file(input)?, file(output)?];
            }
            // What users of CMS may bring along.
            _ => {}
        }
        Ok(())
    }
}

/// What the parameters of a type are called.
struct Names {
    /// Those that are called by their names.
    by_name: &'static [&'static str],
    /// Those in the list, in order.
    in_list: &'static [&'static str],
}

fn names(kind: Kind) -> Names {
    match kind {
        Kind::Batch => Names {
            by_name: &["compilation", "io_0_inputfile", "io_1_outputfile", "user_managers"],
            in_list: &["compilation", "files", "evaluation"],
        },
        Kind::Communication => Names {
            by_name: &["num_processes"],
            in_list: &["num_processes", "compilation", "user_io"],
        },
        Kind::OutputOnly => Names { by_name: &[], in_list: &["evaluation"] },
    }
}

/// A number of processes.
fn processes(node: &Node) -> Result<usize, String> {
    let number = node.as_number().map(Number::as_f64);
    let number = number.filter(|number| (1.0..=MOST_PROCESSES).contains(number));
    let whole = number.filter(|number| number.fract() == 0.0).ok_or_else(|| {
        let found = node.as_text().map_or_else(|| node.value.kind().to_owned(), quoted);
        format!("expected a whole number from 1 to {MOST_PROCESSES}, found {found}")
    })?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to 16")]
    Ok(whole as usize)
}
