//! `gen/cases.gen`: task-maker's own recipe, which has several generators and validators, and constraints on
//! the arguments of tests. It counts before `gen/GEN`, which task-maker makes of it for CMS.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;
use std::{fs, io};

use jury_checkers::Place;

use super::constraint::Constraint;
use super::recipe::{
    Making, NO_DEPENDENCIES, Recipe, RecipeSubtask, RecipeTest, Validating, plain_name,
};
use super::settings::Dialect;
use crate::nearest::unknown;
use crate::problem::complaint::{Complaints, Origin};
use crate::problem::draft::Found;
use crate::problem::folder::Folder;
use crate::problem::format::sheet::{quoted, text};
use crate::problem::format::shell_words::shell_words;

/// The file.
pub(super) const FILE: &str = "gen/cases.gen";

/// The name of the program that is meant where none is named.
const DEFAULT: &str = "default";

/// Variables that need no generator.
const INPUT: &str = "INPUT";
const NUMBER: &str = "ST_NUM";
const NAME: &str = "ST_NAME";

const COMMANDS: [&str; 7] = ["GEN", "VAL", "CONSTRAINT", "SUBTASK", "STDEP", "COPY", "RUN"];

/// A generator or a validator.
#[derive(Debug, Clone)]
struct Program {
    found: Found<String>,
    /// Absolute; why it is nowhere where a generator is not there.
    real: Result<PathBuf, String>,
    /// The names of a generator's arguments; what a validator is given.
    words: Vec<String>,
}

/// Programs by their names, and the one that is meant where none is named: `default`, else the first.
#[derive(Debug, Default)]
struct Programs {
    all: BTreeMap<String, Program>,
    default: Option<String>,
}

struct Reader<'a> {
    folder: &'a Folder,
    dialect: Dialect,
    file: Rc<Path>,
    complaints: &'a mut Complaints,
    recipe: Recipe,
    generators: Programs,
    validators: Programs,
    /// The generator of the subtask.
    generator: Option<String>,
    /// The validators of the subtasks.
    chosen: Vec<Option<String>>,
    constraints: Vec<Constraint>,
    /// How many of them hold for all subtasks.
    general: usize,
}

/// The file, if there is one. Dependencies of subtasks count where task-maker writes `task.yaml` itself.
pub(super) fn read(
    folder: &Folder,
    dialect: Dialect,
    complaints: &mut Complaints,
) -> Option<Recipe> {
    let path = folder.real.join(FILE);
    let text = text(folder, &path, complaints)?;
    let file: Rc<Path> = folder.shown(&path).into();
    let mut reader = Reader {
        folder,
        dialect,
        file,
        complaints,
        recipe: Recipe { validating: Validating::Nobody, ..Recipe::default() },
        generators: Programs::default(),
        validators: Programs::default(),
        generator: None,
        chosen: Vec::new(),
        constraints: Vec::new(),
        general: 0,
    };
    for (index, line) in text.lines().enumerate() {
        reader.line(index + 1, line);
    }
    reader.validate();
    Some(reader.recipe)
}

impl Reader<'_> {
    fn line(&mut self, number: usize, line: &str) {
        let place = Some(Place { line: number, column: 1 });
        let origin = Origin { file: Rc::clone(&self.file), place };
        let text = line.split('#').next().unwrap_or_default().trim();
        if text.is_empty() {
            return;
        }
        let done = match text.strip_prefix(':') {
            Some(command) => self.command(&origin, command.trim()),
            None => self.test(&origin, text, self.generator.clone()),
        };
        if let Err(wrong) = done {
            self.complaints.at(&origin, wrong);
        }
    }

    fn command(&mut self, origin: &Origin, command: &str) -> Result<(), String> {
        let (word, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        let rest = rest.trim();
        let done = match word {
            "GEN" => self.program(origin, rest, false),
            "VAL" => self.program(origin, rest, true),
            "CONSTRAINT" => Constraint::read(rest).map(|constraint| {
                self.general += usize::from(self.recipe.subtasks.is_empty());
                self.constraints.push(constraint);
            }),
            "SUBTASK" => self.subtask(origin, rest),
            "STDEP" => self.needs(origin, rest),
            "COPY" => self.copy(origin, rest),
            "RUN" => {
                let (name, words) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                self.test(origin, words, Some(name.to_owned()))
            }
            _ => return Err(unknown("command", word, COMMANDS)),
        };
        done.map_err(|wrong| format!("`{word}`: {wrong}"))
    }

    /// A program is made known, or chosen for the subtask.
    fn program(&mut self, origin: &Origin, text: &str, validates: bool) -> Result<(), String> {
        let mut words = shell_words(text)?.into_iter();
        let name = words.next().ok_or("expected a name")?;
        let programs = if validates { &mut self.validators } else { &mut self.generators };
        let Some(path) = words.next() else {
            programs.known(&name)?;
            let open = self.chosen.last_mut().ok_or(OUTSIDE)?;
            let place = if validates { open } else { &mut self.generator };
            *place = Some(name);
            return Ok(());
        };
        if programs.all.contains_key(&name) {
            return Err(format!("a second program has the name {}", quoted(&name)));
        }
        // What it made may be there.
        let is_plain =
            Path::new(&path).components().all(|part| matches!(part, Component::Normal(_)));
        let is_missing = || {
            let found = fs::symlink_metadata(self.folder.real.join(&path));
            found.is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
        };
        let is_lost = !validates && is_plain && is_missing();
        let real = match self.folder.inside(&path) {
            Ok(real) => Ok(real),
            Err(_) if is_lost => {
                let words = format!("there is no generator `{path}`");
                self.complaints.warn_at(origin, words.clone());
                Err(words)
            }
            Err(wrong) => {
                self.complaints.at(origin, wrong);
                return Ok(());
            }
        };
        if name == DEFAULT || programs.default.is_none() {
            programs.default = Some(name.clone());
        }
        let found = Found { value: path, origin: origin.clone() };
        programs.all.insert(name, Program { found, real, words: words.collect() });
        Ok(())
    }

    fn subtask(&mut self, origin: &Origin, text: &str) -> Result<(), String> {
        let (points, name) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let number = points.parse::<f64>().ok().filter(|number| (0.0..=1e9).contains(number));
        let name = Some(name.trim()).filter(|name| !name.is_empty()).map(plain_name).transpose();
        self.recipe.subtasks.push(RecipeSubtask {
            points: number.unwrap_or_default(),
            origin: origin.clone(),
            name: name.clone().unwrap_or_default(),
            needs: Vec::new(),
            validator_arguments: None,
        });
        self.generator = self.generators.default.clone();
        self.chosen.push(self.validators.default.clone());
        self.constraints.truncate(self.general);
        number.ok_or_else(|| format!("expected points from 0 on, found {}", quoted(points)))?;
        name.map(|_| ())
    }

    fn needs(&mut self, origin: &Origin, names: &str) -> Result<(), String> {
        let open = self.recipe.subtasks.last_mut().ok_or(OUTSIDE)?;
        if self.dialect == Dialect::Cms {
            self.complaints.warn_at(origin, NO_DEPENDENCIES);
            return Ok(());
        }
        let found = |name: &str| Found { value: name.to_owned(), origin: origin.clone() };
        open.needs.extend(names.split_whitespace().map(found));
        Ok(())
    }

    fn copy(&mut self, origin: &Origin, path: &str) -> Result<(), String> {
        if path.is_empty() {
            return Err("expected the path of a file of the task".into());
        }
        self.add(origin, Making::Copy(path.to_owned()))
    }

    /// A test that the generator of this name makes.
    fn test(&mut self, origin: &Origin, text: &str, name: Option<String>) -> Result<(), String> {
        if self.recipe.subtasks.is_empty() {
            return Err(OUTSIDE.into());
        }
        let name = name.ok_or("no generator is known: expected `: GEN default PATH` before it")?;
        let generator = self.generators.known(&name)?;
        let words = shell_words(text)?;
        let mut variables = self.variables();
        let named = generator.words.iter().cloned().zip(words.iter().cloned());
        variables.extend(named);
        if let Some(broken) = self.constraints.iter().find(|own| !own.holds(&variables)) {
            return Err(format!("the arguments break the constraint `{}`", broken.text()));
        }
        let making = match &generator.real {
            Ok(real) => Making::Program(real.clone(), words),
            Err(wrong) => Making::Lost(wrong.clone()),
        };
        self.add(origin, making)
    }

    fn add(&mut self, origin: &Origin, making: Making) -> Result<(), String> {
        let subtask = self.recipe.subtasks.len().checked_sub(1).ok_or(OUTSIDE)?;
        let test = RecipeTest { origin: origin.clone(), subtask: Some(subtask), making };
        self.recipe.tests.push(test);
        Ok(())
    }

    /// What needs no generator, for the subtask that is open.
    fn variables(&self) -> BTreeMap<String, String> {
        let last = self.recipe.subtasks.len().saturating_sub(1);
        variables(last, self.recipe.subtasks.get(last).and_then(|subtask| subtask.name.as_deref()))
    }

    /// Says which program validates, and what it is given. Only one is ever called, with the input's path first.
    fn validate(&mut self) {
        let mut names: Vec<&String> = self.chosen.iter().flatten().collect();
        names.sort();
        names.dedup();
        let [name] = names[..] else {
            if let Some(second) = names.get(1) {
                let origin = &self.validators.all[*second].found.origin;
                let words =
                    "passed over: subtasks have validators of their own, which are not called";
                self.complaints.warn_at(origin, words);
            }
            return;
        };
        let program = &self.validators.all[name];
        let default = [INPUT, NUMBER].map(str::to_owned);
        let words = if program.words.is_empty() { &default[..] } else { &program.words };
        let words: Vec<&str> = words.iter().map(|word| word.trim_start_matches('$')).collect();
        let [INPUT, words @ ..] = &words[..] else {
            let words = "passed over: a validator is called with `$INPUT` first";
            return self.complaints.warn_at(&program.found.origin, words);
        };
        for (index, subtask) in self.recipe.subtasks.iter_mut().enumerate() {
            let variables = variables(index, subtask.name.as_deref());
            let values = words.iter().map(|word| variables.get(*word).cloned());
            subtask.validator_arguments = values.collect();
            if subtask.validator_arguments.is_none() {
                let known = [INPUT, NUMBER, NAME].map(|name| format!("`${name}`")).join(", ");
                let words = format!("`VAL`: expected variables that each subtask has: {known}");
                return self.complaints.at(&program.found.origin, words);
            }
        }
        self.recipe.validating = Validating::By(program.found.clone());
    }
}

const OUTSIDE: &str = "outside of any subtask: expected `: SUBTASK POINTS` before it";

fn variables(subtask: usize, name: Option<&str>) -> BTreeMap<String, String> {
    let mut all = BTreeMap::from([
        (INPUT.to_owned(), "input".to_owned()),
        (NUMBER.to_owned(), subtask.to_string()),
    ]);
    all.extend(name.map(|name| (NAME.to_owned(), name.to_owned())));
    all
}

impl Programs {
    fn known(&self, name: &str) -> Result<&Program, String> {
        let names = self.all.keys().map(String::as_str);
        self.all.get(name).ok_or_else(|| unknown("program", name, names))
    }
}
