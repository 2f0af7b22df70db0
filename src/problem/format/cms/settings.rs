//! `task.yaml`: the keys of CMS's loader `italy_yaml`, with their old names, and task-maker's.

use std::path::Path;

use crate::problem::complaint::{Complaints, Origin};
use crate::problem::draft::Found;
use crate::problem::folder::Folder;
use crate::problem::format::sheet::{MEBIBYTE, Sheet, passed_over};
use crate::problem::limits::StatedLimits;
use crate::yaml::Node;

/// Which reading of the keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// `task.yaml`.
    Cms,
    /// `task.yaml.orig`, of which task-maker makes `task.yaml`.
    TaskMaker,
}

/// Keys that count here.
const KEYS: [&str; 16] = [
    "name",
    "nome_breve",
    "title",
    "nome",
    "time_limit",
    "timeout",
    "memory_limit",
    "memlimit",
    "infile",
    "outfile",
    "n_input",
    "score_type",
    "score_type_parameters",
    "total_value",
    "num_processes",
    "user_io",
];

/// Keys on which no verdict depends, or that are told elsewhere.
const PASSED_OVER: [&str; 25] = [
    "public_testcases",
    "risultati",
    "primary_language",
    "score_mode",
    "score_precision",
    "feedback_level",
    "token_mode",
    "token_max_number",
    "token_min_interval",
    "token_gen_initial",
    "token_gen_number",
    "token_gen_interval",
    "token_gen_max",
    "max_submission_number",
    "max_user_test_number",
    "min_submission_interval",
    "min_user_test_interval",
    "allowed_languages",
    "difficulty",
    "syllabuslevel",
    "output_only",
    "output_only_testcases",
    "output_optional_testcases",
    "interactive_concurrent",
    "infos",
];

/// Those of the programs that task-maker calls controllers.
const OF_CONTROLLERS: &str = "controller_";

/// Most tests that a key may count.
const MOST_TESTS: f64 = 100_000.0;

/// Most processes of one solution.
const MOST_PROCESSES: f64 = 16.0;

/// What the file says.
#[derive(Debug)]
pub(super) struct Settings {
    pub(super) sheet: Sheet,
    pub(super) dialect: Dialect,
    pub(super) name: Option<Found<String>>,
    pub(super) title: Option<String>,
    pub(super) limits: StatedLimits,
    /// The files that solutions read and write; empty for the standard streams.
    pub(super) files: [Found<String>; 2],
    pub(super) tests: Option<usize>,
    pub(super) total: f64,
    /// How many processes of a solution a manager talks with.
    pub(super) processes: usize,
    /// Whether submissions are outputs, and no programs.
    pub(super) is_output_only: bool,
    /// Whether these talk by their standard streams; `None` where the file does not say.
    pub(super) by_streams: Option<bool>,
}

/// Reads the file of this name.
pub(super) fn read(
    folder: &Folder,
    file: &str,
    dialect: Dialect,
    complaints: &mut Complaints,
) -> Option<Settings> {
    let path = folder.real.join(file);
    let sheet = Sheet::read(folder, &path, complaints)?;
    for entry in sheet.entries() {
        let key = entry.key.as_str();
        let is_known = KEYS.contains(&key) || PASSED_OVER.contains(&key);
        if !is_known && !key.starts_with(OF_CONTROLLERS) {
            let known = KEYS.into_iter().chain(PASSED_OVER);
            complaints.remark_at(&sheet.origin_of_key(entry), passed_over("key", "", key, known));
        }
    }
    warn_of_others(&sheet, complaints);
    let is_output_only = sheet.truth("output_only", complaints).unwrap_or(false);
    let text = |keys: [&str; 2], complaints: &mut Complaints| {
        keys.into_iter().find_map(|key| sheet.text(key, complaints))
    };
    let name = text(["name", "nome_breve"], complaints);
    let title = text(["title", "nome"], complaints).map(|found| found.value);
    if name.is_none() && dialect == Dialect::Cms {
        complaints.at(&sheet.origin(sheet.node()), "missing key `name`");
    }
    let files = ["infile", "outfile"].map(|key| file_name(&sheet, key, dialect, complaints));
    let by_streams = sheet.word("user_io", &[("std_io", true), ("fifo_io", false)], complaints);
    Some(Settings {
        limits: limits(&sheet, is_output_only, complaints),
        is_output_only,
        tests: whole(&sheet, "n_input", MOST_TESTS, complaints),
        total: sheet.number("total_value", "points,", 0.0..=1e9, complaints).unwrap_or(100.0),
        processes: whole(&sheet, "num_processes", MOST_PROCESSES, complaints).unwrap_or(1).max(1),
        by_streams,
        name,
        title,
        files,
        dialect,
        sheet,
    })
}

/// What is judged by other rules than the task's own.
fn warn_of_others(sheet: &Sheet, complaints: &mut Complaints) {
    for key in ["output_only_testcases", "output_optional_testcases"] {
        if sheet.get(key).is_some() {
            let words = "submissions of output files are not judged: programs are run on all tests";
            sheet.warn(key, words, complaints);
        }
    }
}

/// The name of a file that solutions read or write.
fn file_name(
    sheet: &Sheet,
    key: &str,
    dialect: Dialect,
    complaints: &mut Complaints,
) -> Found<String> {
    let is_empty = sheet.node().get(key).is_some_and(Node::is_null);
    let usual = match dialect {
        // A key without a value is an empty one.
        _ if is_empty => "",
        Dialect::TaskMaker => "",
        Dialect::Cms if key == "infile" => "input.txt",
        Dialect::Cms => "output.txt",
    };
    let value = usual.to_owned();
    let unsaid = || Found { value, origin: sheet.origin(sheet.node()) };
    sheet.text(key, complaints).unwrap_or_else(unsaid)
}

/// A whole number up to this one.
fn whole(sheet: &Sheet, key: &str, most: f64, complaints: &mut Complaints) -> Option<usize> {
    let number = sheet.number(key, "a whole number", 0.0..=most, complaints)?;
    if number.fract() != 0.0 {
        sheet.complain(key, format!("expected a whole number, found `{number}`"), complaints);
        return None;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "whole, from 0 on and bounded"
    )]
    Some(number as usize)
}

/// Seconds, and MiB.
fn limits(sheet: &Sheet, may_lack: bool, complaints: &mut Complaints) -> StatedLimits {
    let key = |keys: [&'static str; 2]| keys.into_iter().find(|key| sheet.get(key).is_some());
    let mut stated = |keys: [&'static str; 2]| {
        let found = key(keys);
        if found.is_none() && !may_lack {
            let words = format!("no `{}`: jury's usual limit counts", keys[0]);
            complaints.warn_at(&sheet.origin(sheet.node()), words);
        }
        found
    };
    let (time, memory) = (stated(["time_limit", "timeout"]), stated(["memory_limit", "memlimit"]));
    let time = time.and_then(|key| sheet.number(key, "seconds", 0.001..=3600.0, complaints));
    let unit = ("MiB", MEBIBYTE);
    let memory = memory.and_then(|key| sheet.size(key, unit, 1.0..=1_048_576.0, complaints));
    StatedLimits { time, memory, ..StatedLimits::default() }
}

impl Settings {
    /// Where the file begins, for what it does not say.
    pub(super) fn origin(&self) -> Origin {
        self.sheet.origin(self.sheet.node())
    }

    /// The name of the task: that of the file, else of the folder.
    pub(super) fn task(&self, folder: &Path) -> String {
        let own = folder.file_name().map(|name| name.to_string_lossy().into_owned());
        self.name.as_ref().map(|found| found.value.clone()).or(own).unwrap_or_default()
    }
}
