//! The tests of a task: inputs and answers that are there, how the others are made, and in which group each
//! is.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::cases_gen;
use super::files::{program, warn_of_other_recipes};
use super::recipe::{self, Making, Recipe, RecipeTest, Validating};
use super::score::{self, Points, TaskSubtask};
use super::settings::Settings;
use crate::problem::cases::FoundCase;
use crate::problem::complaint::Complaints;
use crate::problem::draft::Found;
use crate::problem::folder::{Entry, Folder, Kind};
use crate::problem::format::subtasks::{SubtaskDraft, tree};
use crate::problem::format::uncompared;
use crate::problem::group::Group;
use crate::problem::{CaseSettings, Content, Generator, GeneratorRule, Maker, ValidatorArguments};
use crate::regular::LARGEST_CASE_FILE;

/// The input of the first test.
pub(super) const FIRST: &str = "input/input0.txt";

/// Most tests that are counted by their files.
const MOST_TESTS: usize = 100_000;

/// What the generator is called.
const GENERATORS: &[&str] = &["gen/generator", "gen/generatore"];

/// Where answers come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answered {
    /// They must be there.
    InPackage,
    /// A solution makes those that are not there.
    BySolution,
    /// There is no need of any.
    Never,
}

/// What was found.
pub(super) struct Data {
    pub(super) cases: Vec<FoundCase>,
    pub(super) rules: Vec<GeneratorRule>,
    pub(super) unmade: Vec<(PathBuf, String)>,
    /// The names of all tests, those included that are still to be made.
    pub(super) order: Vec<String>,
    pub(super) tree: Group,
    /// The names of the subtasks, each with those whose tests it contains, itself among them.
    pub(super) subtasks: Vec<(String, BTreeSet<String>)>,
    pub(super) validating: Validating,
}

/// The tests, in the order of their numbers by groups.
pub(super) fn read(
    folder: &Folder,
    settings: &Settings,
    answers: Answered,
    complaints: &mut Complaints,
) -> Option<Data> {
    let recipe = cases_gen::read(folder, settings.dialect, complaints)
        .or_else(|| recipe::read(folder, settings.dialect, complaints));
    if recipe.is_none() {
        warn_of_other_recipes(folder, complaints);
    }
    let count = count(folder, settings, recipe.as_ref(), complaints);
    if count == 0 {
        let words = match (&recipe, settings.tests) {
            (Some(_), _) => "no tests: the recipe in `gen` has none",
            (None, Some(_)) => "no tests: `n_input` is 0",
            (None, None) => "no tests: expected `gen/GEN` or `input/input0.txt`",
        };
        complaints.at(&settings.origin(), words);
        return None;
    }
    let points = score::points(settings, recipe.as_ref(), count, complaints);
    let subtasks = match &points {
        Points::Whole(..) => &[][..],
        Points::Subtasks(subtasks) => subtasks,
    };
    let own = |number: usize| match &recipe {
        // A subtask may contain tests of others.
        Some(recipe) if !recipe.subtasks.is_empty() && is_of_recipe(subtasks, recipe) => {
            recipe.tests[number].subtask
        }
        _ => subtasks.iter().position(|subtask| subtask.tests.contains(&number)),
    };
    let name = |number: usize| match own(number) {
        Some(index) => format!("{}/{number:03}", subtasks[index].name),
        None => format!("{number:03}"),
    };
    let reader = |complaints| Reader {
        folder,
        complaints,
        generator: OnceCell::new(),
        lacking: [0, 0],
        not_compared: 0,
    };
    // What is there is judged, whether or not the package still has what made it.
    let mut unheard = Complaints::default();
    let (mut reader, mut quiet) = (reader(complaints), reader(&mut unheard));
    let (mut cases, mut rules) = (Vec::new(), Vec::new());
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|&number| (own(number).map_or(0, |index| index + 1), number));
    for &number in &order {
        // Without subtasks all tests are in the first one.
        let subtask = own(number).unwrap_or(0);
        let arguments = ValidatorArguments::All(validator_arguments(recipe.as_ref(), subtask));
        let settings =
            CaseSettings { validator_arguments: Some(arguments), ..CaseSettings::default() };
        let test = recipe.as_ref().and_then(|recipe| recipe.tests.get(number));
        reader.test(number, test, (name(number), settings), (&mut cases, &mut rules), &mut quiet);
    }
    let [no_input, no_answer] = reader.lacking;
    uncompared::remark_on(folder, reader.not_compared, complaints);
    let no_answer = if answers == Answered::Never { 0 } else { no_answer };
    let mut unmade = Vec::new();
    if no_answer > 0 && answers == Answered::InPackage {
        let message =
            format!("{no_answer} of {count} answers are missing, and no `sol/solution` makes them");
        complaints.about(folder.shown(&folder.real.join("output")), message);
    } else if no_input + no_answer > 0 {
        let words = format!(
            "the task lacks {no_input} of {count} inputs and {no_answer} of {count} answers: `jury \
             generate` makes them by its own programs"
        );
        unmade.push((folder.shown.clone(), words));
    }
    let order: Vec<String> = (0..count).map(name).collect();
    let names: BTreeSet<String> = order.iter().cloned().collect();
    let tree = match &points {
        Points::Whole(scoring, all) => Group { worth: Some(all.clone()), ..Group::root(*scoring) },
        Points::Subtasks(subtasks) => {
            let draft = |(index, subtask): (usize, &TaskSubtask)| SubtaskDraft {
                name: subtask.name.clone(),
                worth: subtask.worth.clone(),
                rule: subtask.rule.clone(),
                cases: subtask.tests.iter().map(|&number| name(number)).collect(),
                validator_arguments: validator_arguments(recipe.as_ref(), index),
            };
            tree(subtasks.iter().enumerate().map(draft).collect(), &names)
        }
    };
    let groups = |subtask: &TaskSubtask| {
        let own = subtask.tests.iter().filter_map(|&number| own(number));
        own.map(|index| subtasks[index].name.clone()).collect()
    };
    let subtasks = subtasks.iter().map(|subtask| (subtask.name.clone(), groups(subtask))).collect();
    let is_counted = recipe.is_none() && settings.tests.is_none();
    remark_on_others(folder, count, is_counted, complaints);
    let validating = recipe.map(|recipe| recipe.validating).unwrap_or_default();
    Some(Data { cases, rules, unmade, order, tree, subtasks, validating })
}

/// What the validator is given in this subtask.
fn validator_arguments(recipe: Option<&Recipe>, subtask: usize) -> Vec<String> {
    let stated =
        recipe.and_then(|recipe| recipe.subtasks.get(subtask)?.validator_arguments.clone());
    stated.unwrap_or_else(|| vec![(subtask + 1).to_string()])
}

/// Whether the subtasks are those of the recipe, and not of a score type.
fn is_of_recipe(subtasks: &[TaskSubtask], recipe: &Recipe) -> bool {
    let own = |index: usize| {
        let tests = recipe.tests.iter().enumerate();
        tests.filter(move |(_, test)| test.subtask == Some(index)).map(|(number, _)| number)
    };
    let count = recipe.subtasks.len();
    subtasks.len() == count
        && (0..count).all(|index| own(index).all(|number| subtasks[index].tests.contains(&number)))
}

/// How many tests there are.
fn count(
    folder: &Folder,
    settings: &Settings,
    recipe: Option<&Recipe>,
    complaints: &mut Complaints,
) -> usize {
    match (recipe, settings.tests) {
        (Some(recipe), stated) => {
            let found = recipe.tests.len();
            if let Some(stated) = stated.filter(|&stated| stated != found) {
                let message = format!("{stated}, but the recipe in `gen` has {found} tests");
                settings.sheet.complain("n_input", message, complaints);
            }
            found
        }
        (None, Some(stated)) => stated,
        (None, None) => {
            let is_there = |number: &usize| input(&folder.real, *number).is_file();
            (0..MOST_TESTS).take_while(is_there).count()
        }
    }
}

fn input(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("input/input{number}.txt"))
}

fn answer(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("output/output{number}.txt"))
}

struct Reader<'a> {
    folder: &'a Folder,
    complaints: &'a mut Complaints,
    /// The generator, once it was looked for.
    generator: OnceCell<Option<PathBuf>>,
    /// How many inputs and answers are not there.
    lacking: [usize; 2],
    /// How many inputs are there, but not what makes them by the recipe.
    not_compared: usize,
}

impl Reader<'_> {
    /// A test that is there, and how it is made where the recipe says so.
    fn test(
        &mut self,
        number: usize,
        test: Option<&RecipeTest>,
        (name, settings): (String, CaseSettings),
        (cases, rules): (&mut Vec<FoundCase>, &mut Vec<GeneratorRule>),
        quiet: &mut Reader<'_>,
    ) {
        let met = input(&self.folder.real, number);
        let Ok(found_input) = self.file(&met) else { return };
        let Ok(answer) = self.file(&answer(&self.folder.real, number)) else { return };
        self.lacking[1] += usize::from(answer.is_none());
        if let Some(input) = found_input {
            let maker = test.and_then(|test| quiet.maker(&met, test));
            self.not_compared += usize::from(test.is_some() && maker.is_none());
            let rule = maker.map(|maker| GeneratorRule::one(maker, name.clone(), settings.clone()));
            rules.extend(rule.map(GeneratorRule::of_case_there));
            cases.push(FoundCase { name, met, input, answer, settings });
            return;
        }
        self.lacking[0] += 1;
        let Some(test) = test else {
            let message = "missing: no `gen/GEN` says how it is made";
            return self.complaints.about(self.folder.shown(&met), message);
        };
        let rule = self.maker(&met, test).map(|maker| GeneratorRule::one(maker, name, settings));
        rules.extend(rule.map(|rule| rule.answered(answer)));
    }

    /// What makes the input of a test.
    fn maker(&mut self, met: &Path, test: &RecipeTest) -> Option<Maker> {
        Some(match &test.making {
            Making::Copy(path) => match self.folder.inside_by_steps(path) {
                Ok(real) => Maker::Package(Content::File(real)),
                Err(wrong) => {
                    self.complaints.at(&test.origin, wrong.of_key("COPY"));
                    return None;
                }
            },
            Making::Lost(wrong) => {
                self.complaints.at(&test.origin, wrong.clone());
                return None;
            }
            Making::Program(source, words) => {
                Maker::Program(Generator::called(source.clone(), words.clone()))
            }
            Making::Generator(words) => {
                Maker::Program(Generator::called(self.generator(met)?, words.clone()))
            }
        })
    }

    /// The generator; complains once where there is none.
    fn generator(&mut self, met: &Path) -> Option<PathBuf> {
        if let Some(known) = self.generator.get() {
            return known.clone();
        }
        let found = program(self.folder, GENERATORS, self.complaints);
        let real = found.and_then(|Found { value, .. }| {
            let real = self.folder.inside(&value);
            real.map_err(|wrong| self.complaints.about(self.folder.shown(met), wrong)).ok()
        });
        if real.is_none() {
            let message = "missing, and there is no `gen/generator` that makes it";
            self.complaints.about(self.folder.shown(met), message);
        }
        self.generator.get_or_init(|| real).clone()
    }

    /// Where a file is, if it is there; what is wrong with it is complained of.
    fn file(&mut self, path: &Path) -> Result<Option<PathBuf>, ()> {
        if fs::symlink_metadata(path).is_err() {
            return Ok(None);
        }
        let found = self.folder.readable(path, LARGEST_CASE_FILE);
        found.map(Some).map_err(|wrong| self.complaints.about(self.folder.shown(path), wrong))
    }
}

/// Remarks on inputs and answers of no test. Where nothing but the inputs says how many tests there are, some are
/// missing before those beyond the last one.
fn remark_on_others(folder: &Folder, count: usize, is_counted: bool, complaints: &mut Complaints) {
    for (below, plural) in [("input", "inputs"), ("output", "answers")] {
        let number = |name: &str| {
            let number = name.strip_prefix(below)?.strip_suffix(".txt")?.parse::<usize>().ok()?;
            (name == format!("{below}{number}.txt")).then_some(number)
        };
        let all = folder.entries_in(below, complaints);
        let has_digit = |name: &str| name.contains(|c: char| c.is_ascii_digit());
        let misnamed = |entry: &&Entry| {
            entry.kind != Kind::Folder && number(&entry.name).is_none() && has_digit(&entry.name)
        };
        if let Some(first) = all.iter().find(misnamed) {
            let words = match all.iter().filter(misnamed).count() - 1 {
                0 => String::new(),
                more => format!(" (and {more} more)"),
            };
            let words =
                format!("passed over{words}: {plural} are called `{below}0.txt`, `{below}1.txt` …");
            complaints.warn_about(folder.shown(&first.path), words);
        }
        let beyond =
            all.iter().filter(|entry| number(&entry.name).is_some_and(|found| found >= count));
        let Some(first) = beyond.min_by_key(|entry| number(&entry.name)) else { continue };
        let path = folder.shown(&first.path);
        if is_counted && below == "input" {
            let wrong = if number(&first.name) == Some(count) {
                "is no file that can be read".to_owned()
            } else {
                format!("there is no `input{count}.txt` before it")
            };
            complaints.about(path, wrong);
        } else {
            let words = format!("passed over: the task has {count} tests, from 0 on");
            complaints.warn_about(path, words);
        }
    }
}
