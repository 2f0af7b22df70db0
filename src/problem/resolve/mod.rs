//! Loads a folder with `problem.toml`: settings resolved against defaults and against the files
//! beside them. Knows nothing of plain folders.

use std::path::Path;
use std::time::Duration;

use jury_checkers::{CHECKERS, CheckerEntry, Options, Place, VALIDATORS};

use super::complaint::{Complaints, LoadError, Wrong};
use super::data::{self, FoundCase};
use super::folder::Folder;
use super::limits::LimitRules;
use super::sheet::{Found, Section, Sheet, place_of};
use super::written::{
    LIMIT_KEYS, Written, WrittenChecker, WrittenLimits, WrittenOverride, WrittenPart,
    WrittenShipped, WrittenValidator,
};
use super::{Answers, LARGEST_SETTINGS, SETTINGS, kept, part, recipe, stress};
use crate::limits::Limits;
use crate::nearest::{list, unknown};
use crate::problem::{
    Case, CaseGlob, CheckerChoice, Part, Problem, Recipe, Reference, Scoring, ValidatorChoice,
};
use crate::regular;

/// The checker of a package that names none.
pub(super) const DEFAULT_CHECKER: &str = "tokens";

/// Loads the package; the error tells all that is wrong with it.
pub(super) fn load(folder: &Folder, answers: Answers) -> Result<Problem, LoadError> {
    let mut complaints = Complaints::default();
    let settings = folder.shown.join(SETTINGS);
    let written = read(folder, &settings, &mut complaints);
    let problem = written.map(|written| {
        let complaints = &mut complaints;
        Resolver { folder, settings: &settings, answers, complaints }.problem(written)
    });
    complaints.or(&folder.shown, problem)
}

/// Reads the settings as written; `None` where nothing could be made of them.
fn read(folder: &Folder, shown: &Path, complaints: &mut Complaints) -> Option<Written> {
    let bytes = match bytes_of(folder) {
        Ok(bytes) => bytes,
        Err(message) => {
            complaints.about(shown, message);
            return None;
        }
    };
    let text = match std::str::from_utf8(&bytes) {
        // Some editors put a byte-order mark before UTF-8; it says nothing, and columns are
        // counted without it.
        Ok(text) => text.strip_prefix('\u{feff}').unwrap_or(text),
        Err(error) => {
            let place = place_of(&bytes, error.valid_up_to());
            complaints.at(shown, place, "expected UTF-8 text: save the file in that encoding");
            return None;
        }
    };
    let sheet = Sheet { path: shown, text };
    let table = sheet.parse(complaints)?;
    Some(Written::read(&Section::whole(&sheet, &table), complaints))
}

fn bytes_of(folder: &Folder) -> Result<Vec<u8>, Wrong> {
    let real = folder.readable(&folder.real.join(SETTINGS), LARGEST_SETTINGS)?;
    regular::read(&real, LARGEST_SETTINGS).map_err(|error| Wrong::unreadable("cannot read", &error))
}

/// Turns what is written into a problem.
struct Resolver<'a> {
    folder: &'a Folder,
    /// The settings file, as complaints name it.
    settings: &'a Path,
    answers: Answers,
    complaints: &'a mut Complaints,
}

impl Resolver<'_> {
    fn problem(mut self, written: Written) -> Problem {
        let interactive = written.interactor.is_some();
        if let (Some(interactor), Some(_)) = (&written.interactor, &written.checker) {
            self.complain(interactor.place, "`[interactor]` decides: remove `[checker]`");
        }
        let (checker, entry) = self.checker(written.checker);
        let found = self.cases(entry.filter(|_| !interactive));
        let recipes = recipe::resolve(self.folder, self.settings, written.recipes, self.complaints);
        let stress = written.stress.and_then(|section| {
            stress::resolve(self.folder, self.settings, section, self.complaints)
        });
        let overrides = self.overrides(written.overrides, &found, &recipes);
        let limit_rules = LimitRules { own: written.limits, overrides };
        let cases = found.into_iter().map(|case| {
            let limits = limit_rules.of(&case.name);
            with_limits(case, limits)
        });
        let cases = cases.collect();
        Problem {
            slug: slug(self.folder),
            name: written.name.map(|found| found.value).unwrap_or_default(),
            code: self.code(written.code),
            source: written.source.map(|found| found.value),
            folder: self.folder.real.clone(),
            checker,
            validator: self.validator(written.validator),
            interactor: written.interactor.and_then(|written| self.part(written)),
            reference: self.reference(written.reference),
            scoring: self.scoring(written.scoring),
            limits: resolve_limits(written.limits),
            limit_rules,
            recipes,
            stress,
            cases,
            submissions: kept::find(self.folder, self.complaints),
        }
    }

    fn complain(&mut self, place: Place, wrong: impl Into<Wrong>) {
        self.complaints.at(self.settings, place, wrong);
    }

    /// The checker, and its line in the table where the name is known.
    fn checker(
        &mut self,
        written: Option<WrittenChecker>,
    ) -> (CheckerChoice, Option<&'static CheckerEntry>) {
        let shipped = |name, options| CheckerChoice::Shipped { name, options };
        let (name, place, options) = match written {
            Some(WrittenChecker::Shipped(WrittenShipped { name: Some(name), options })) => {
                (name.value, name.place, options)
            }
            Some(WrittenChecker::Program(written)) => {
                let part = self.part(written);
                let nothing = || shipped(DEFAULT_CHECKER.into(), Options::new());
                return (part.map_or_else(nothing, CheckerChoice::Program), None);
            }
            Some(_) | None => (DEFAULT_CHECKER.into(), Place { line: 1, column: 1 }, Vec::new()),
        };
        let entry = CHECKERS.iter().find(|entry| entry.name == name);
        let Some(entry) = entry else {
            let names = CHECKERS.iter().map(|entry| entry.name);
            self.complain(place, unknown("checker", &name, names));
            return (shipped(name, Options::new()), None);
        };
        let mut known = Options::new();
        let mut places = Vec::new();
        for (option, Found { value, place }) in options {
            if !entry.options.contains(&option.as_str()) {
                let what = format!("`{name}` option");
                self.complain(place, unknown(&what, &option, entry.options.iter().copied()));
            } else if let Some(value) = value {
                places.push((option.clone(), place));
                known.insert(option, value);
            }
        }
        if let Err(bad) = (entry.build)(&known) {
            let at = places.iter().find(|(option, _)| *option == bad.option);
            self.complain(at.map_or(place, |&(_, place)| place), bad.to_string());
        }
        (shipped(name, known), Some(entry))
    }

    /// The cases in `data/`; complains of answers that the checker needs and that are not there.
    fn cases(&mut self, checker: Option<&CheckerEntry>) -> Vec<FoundCase> {
        let data = self.folder.real.join("data");
        if !data.exists() && !data.is_symlink() {
            // A problem just begun: it may be filled by recipes or by adding cases.
            return Vec::new();
        }
        if let Err(wrong) = self.folder.look(&data) {
            self.complaints.about(self.folder.shown(&data), wrong);
            return Vec::new();
        }
        let cases = data::find(self.folder, &data, &["ans"], self.complaints);
        let needed = self.answers == Answers::Needed;
        for case in cases.iter().filter(|case| case.answer.is_none()) {
            if let Some(checker) = checker.filter(|checker| needed && checker.needs_answer) {
                let answer = self.folder.shown(&case.met.with_extension("ans"));
                let message = format!("missing answer: checker `{}` needs it", checker.name);
                self.complaints.about(answer, message);
            }
        }
        cases
    }

    fn overrides(
        &mut self,
        written: Vec<WrittenOverride>,
        cases: &[FoundCase],
        recipes: &[Recipe],
    ) -> Vec<(CaseGlob, WrittenLimits)> {
        let made = recipes.iter().flat_map(|recipe| &recipe.cases).map(|case| &case.name);
        let names: Vec<&String> = cases.iter().map(|case| &case.name).chain(made).collect();
        let mut overrides = Vec::new();
        for written in written {
            if !written.says_something {
                let keys = list(LIMIT_KEYS.iter().copied()).unwrap_or_default();
                self.complain(
                    written.place,
                    format!("override of nothing: expected any of {keys}"),
                );
            }
            let Some(Found { value: pattern, place }) = written.cases else { continue };
            match CaseGlob::new(&pattern) {
                Err(bad) => self.complain(place, format!("`cases`: {bad}")),
                Ok(glob) if names.iter().any(|name| glob.matches(name)) => {
                    overrides.push((glob, written.limits));
                }
                Ok(_) => self.complain(place, format!("`cases`: `{pattern}` matches no case")),
            }
        }
        overrides
    }

    fn code(&mut self, written: Option<Found<String>>) -> Option<String> {
        let Found { value, place } = written?;
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
        if value.starts_with(['.', '-']) || !value.chars().all(plain) {
            let message =
                format!("`code`: expected letters, digits, `-`, `_` or `.`, found `{value}`");
            self.complain(place, message);
        }
        Some(value)
    }

    fn part(&mut self, written: WrittenPart) -> Option<Part> {
        part::resolve(self.folder, self.settings, written, self.complaints)
    }

    fn validator(&mut self, written: Option<WrittenValidator>) -> Option<ValidatorChoice> {
        let Found { value, place } = match written? {
            WrittenValidator::Shipped(name) => name,
            WrittenValidator::Program(written) => {
                return self.part(written).map(ValidatorChoice::Program);
            }
        };
        if !VALIDATORS.iter().any(|entry| entry.name == value) {
            let names = VALIDATORS.iter().map(|entry| entry.name);
            let mut message = unknown("validator", &value, names);
            if value.contains(['/', '.']) {
                message += "; a program of the package stands in `[validator]` as `program`";
            }
            self.complain(place, message);
        }
        Some(ValidatorChoice::Shipped(value))
    }

    /// A word is the name of a shipped program, anything with `/` or `.` a path.
    fn reference(&mut self, written: Option<Found<String>>) -> Option<Reference> {
        let Found { value, place } = written?;
        if value.contains(['/', '.']) {
            return match self.folder.inside(&value) {
                Ok(path) => Some(Reference::Source(path)),
                Err(wrong) => {
                    self.complain(place, wrong.of_key("reference"));
                    None
                }
            };
        }
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !value.chars().all(plain) {
            let message = format!(
                "`reference`: expected a shipped program's name in lower-case letters, digits \
                 and `-`, or a path such as `submissions/accepted/x.rs`, found `{value}`"
            );
            self.complain(place, message);
        }
        Some(Reference::Shipped(value))
    }

    fn scoring(&mut self, written: Option<Found<String>>) -> Scoring {
        let Some(Found { value, place }) = written else { return Scoring::PassFail };
        if let Some(scoring) = Scoring::ALL.into_iter().find(|known| known.name() == value) {
            return scoring;
        }
        self.complain(place, unknown("scoring", &value, Scoring::ALL.map(Scoring::name)));
        Scoring::PassFail
    }
}

/// The limits, with defaults where nothing is written.
pub(super) fn resolve_limits(written: WrittenLimits) -> Limits {
    let default = Limits::default();
    let cpu = written.time.map_or(default.cpu, |time| Duration::from_secs_f64(time.0));
    let factor = written.wall_factor.map_or(super::WALL_FACTOR, |factor| factor.0);
    Limits {
        cpu,
        wall: cpu.mul_f64(factor) + super::WALL_EXTRA,
        memory: written.memory.map_or(default.memory, |size| size.0),
        output: written.output.map_or(default.output, |size| size.0),
        processes: written.processes.map_or(default.processes, |processes| processes.0),
        files: written.files.map_or(default.files, |size| size.0),
    }
}

/// The case as the rest of the house sees it.
pub(super) fn with_limits(case: FoundCase, limits: Limits) -> Case {
    let FoundCase { name, group, input, answer, .. } = case;
    Case { name, group, input, answer, limits }
}

/// The name of the folder.
pub(super) fn slug(folder: &Folder) -> String {
    folder.real.file_name().map_or_else(|| "problem".into(), |n| n.to_string_lossy().into_owned())
}
