//! `gen/GEN`: subtasks, and how each test is made. Beside `task.yaml`, it is read as CMS reads it, which is the older
//! and laxer way; beside `task.yaml.orig`, as task-maker reads it, whose are the names and dependencies of subtasks.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use jury_checkers::Place;

use super::settings::Dialect;
use crate::problem::complaint::{Complaints, Origin};
use crate::problem::draft::Found;
use crate::problem::folder::Folder;
use crate::problem::format::sheet::{quoted, text};

/// The file.
pub(super) const FILE: &str = "gen/GEN";

/// What comments are commands.
const COMMANDS: [&str; 4] = ["ST:", "COPY:", "STNAME:", "STDEP:"];

/// Where the recipe speaks of dependencies.
const DEPENDENCIES: &str = "STDEP";

/// What is said of these where they do not count.
pub(super) const NO_DEPENDENCIES: &str = "`STDEP` is passed over, as CMS does: task-maker reads it beside \
                                          `task.yaml.orig` only";

/// What the file says.
#[derive(Debug, Default)]
pub(super) struct Recipe {
    /// The subtasks; none where the file opens none.
    pub(super) subtasks: Vec<RecipeSubtask>,
    pub(super) tests: Vec<RecipeTest>,
    pub(super) validating: Validating,
}

/// Which program validates the inputs.
#[derive(Debug, Default)]
pub(super) enum Validating {
    /// The one that is found by its name.
    #[default]
    ByName,
    /// This one.
    By(Found<String>),
    Nobody,
}

/// A subtask.
#[derive(Debug)]
pub(super) struct RecipeSubtask {
    pub(super) points: f64,
    pub(super) origin: Origin,
    pub(super) name: Option<String>,
    /// Names of subtasks whose tests it contains too, or `*`.
    pub(super) needs: Vec<Found<String>>,
    /// What the validator is given behind the input's path; its number from 1 on where nothing is said.
    pub(super) validator_arguments: Option<Vec<String>>,
}

/// A test.
#[derive(Debug)]
pub(super) struct RecipeTest {
    pub(super) origin: Origin,
    /// The index of its subtask.
    pub(super) subtask: Option<usize>,
    pub(super) making: Making,
}

/// How an input is made.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Making {
    /// By the generator, with these arguments.
    Generator(Vec<String>),
    /// By this program, absolute, with these arguments.
    Program(PathBuf, Vec<String>),
    /// It is a copy of this file of the task.
    Copy(String),
    /// Its program is not there; in words.
    Lost(String),
}

/// The file, if there is one. Dependencies are comments to CMS.
pub(super) fn read(
    folder: &Folder,
    dialect: Dialect,
    complaints: &mut Complaints,
) -> Option<Recipe> {
    let path = folder.real.join(FILE);
    let text = text(folder, &path, complaints)?;
    let file: Rc<Path> = folder.shown(&path).into();
    let mut reader = Reader { file, recipe: Recipe::default(), dialect, complaints };
    for (index, line) in text.lines().enumerate() {
        reader.line(index + 1, line);
    }
    Some(reader.recipe)
}

struct Reader<'a> {
    file: Rc<Path>,
    recipe: Recipe,
    dialect: Dialect,
    complaints: &'a mut Complaints,
}

impl Reader<'_> {
    fn line(&mut self, number: usize, line: &str) {
        let origin =
            Origin { file: Rc::clone(&self.file), place: Some(Place { line: number, column: 1 }) };
        if line.contains('\0') {
            let message = "a line with a NUL byte, which no program can be given";
            return self.complaints.at(&origin, message);
        }
        let (words, comment) = line.split_once('#').unwrap_or((line, ""));
        let (words, mut comment) = (words.trim(), comment.trim());
        let is_first = line.strip_prefix('#').is_some_and(|own| own.starts_with(comment));
        if self.dialect == Dialect::TaskMaker && !is_first {
            if COMMANDS.iter().any(|command| comment.starts_with(command)) {
                let words = "task-maker takes this for a comment: `#` comes first on the line, and no blank after it, \
                             such as `#ST: 20`";
                self.complaints.warn_at(&origin, words);
            }
            comment = "";
        }
        let copy = comment.strip_prefix("COPY:").map(str::trim);
        let points = comment.strip_prefix("ST:").map(str::trim);
        if !words.is_empty() {
            if copy.is_some() || points.is_some() {
                let message = "a test and a command on one line: write them on two lines";
                self.complaints.at(&origin, message);
                return;
            }
            let words = words.split_whitespace().map(str::to_owned).collect();
            self.test(origin, Making::Generator(words));
        } else if let Some(copy) = copy {
            let path = copy.split('#').next().unwrap_or_default().trim();
            if path.is_empty() {
                self.complaints.at(&origin, "`COPY`: expected the path of a file of the task");
            }
            self.test(origin, Making::Copy(path.to_owned()));
        } else if let Some(points) = points {
            self.subtask(origin, points);
        } else if let Some(name) = comment.strip_prefix("STNAME:") {
            self.name(&origin, name.trim());
        } else if let Some(names) = comment.strip_prefix("STDEP:") {
            self.needs(&origin, names);
        } else if is_nearly_command(comment) {
            let words = "taken for a comment: commands are written in capital letters and with a colon, such as \
                         `#ST: 20`";
            self.complaints.warn_at(&origin, words);
        }
    }

    fn test(&mut self, origin: Origin, making: Making) {
        let subtask = self.recipe.subtasks.len().checked_sub(1);
        self.recipe.tests.push(RecipeTest { origin, subtask, making });
    }

    fn subtask(&mut self, origin: Origin, points: &str) {
        let points = points.split('#').next().unwrap_or_default().trim();
        let number = points.parse::<f64>().ok().filter(|number| (0.0..=1e9).contains(number));
        if number.is_none() {
            let found = quoted(points);
            let message =
                format!("`ST`: expected points from 0 on, such as `#ST: 20`, found {found}");
            self.complaints.at(&origin, message);
        }
        if self.recipe.subtasks.is_empty()
            && let Some(test) = self.recipe.tests.first()
        {
            let message =
                "a test before the first subtask, which is in none: put a line `#ST:` before it";
            self.complaints.at(&test.origin, message);
        }
        let points = number.unwrap_or_default();
        self.recipe.subtasks.push(RecipeSubtask {
            points,
            origin,
            name: None,
            needs: Vec::new(),
            validator_arguments: None,
        });
    }

    fn name(&mut self, origin: &Origin, name: &str) {
        let name = match plain_name(name) {
            Ok(name) => name,
            Err(wrong) if self.dialect == Dialect::TaskMaker => {
                return self.complaints.at(origin, format!("`STNAME`: {wrong}"));
            }
            Err(wrong) => {
                let words = format!("`STNAME` is passed over, a comment to CMS: {wrong}");
                return self.complaints.warn_at(origin, words);
            }
        };
        match self.recipe.subtasks.last_mut() {
            Some(last) if last.name.is_none() => last.name = Some(name),
            Some(_) => self.complaints.at(origin, "`STNAME`: the subtask has a name already"),
            None => {
                self.complaints.at(origin, "`STNAME` names no subtask: expected `#ST:` before it");
            }
        }
    }

    fn needs(&mut self, origin: &Origin, names: &str) {
        if self.dialect == Dialect::Cms {
            return self.complaints.warn_at(origin, NO_DEPENDENCIES);
        }
        if let Some(last) = self.recipe.subtasks.last_mut() {
            let found = |name: &str| Found { value: name.to_owned(), origin: origin.clone() };
            last.needs.extend(names.split_whitespace().map(found));
        } else {
            let message = format!("`{DEPENDENCIES}` is of no subtask: expected `#ST:` before it");
            self.complaints.at(origin, message);
        }
    }
}

/// Whether a comment was meant as a command, but for its letters, signs and blanks.
fn is_nearly_command(comment: &str) -> bool {
    let text = comment.trim_start_matches(['#', ' ', '\t']);
    let (word, rest) =
        text.split_at(text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len()));
    let rest = rest.trim_start();
    let is_points =
        word.eq_ignore_ascii_case("ST") && rest.starts_with(|c: char| c.is_ascii_digit());
    let is_known =
        |own: &&str| own.strip_suffix(':').is_some_and(|own| own.eq_ignore_ascii_case(word));
    is_points || rest.starts_with(':') && COMMANDS.iter().any(is_known)
}

/// The name of a subtask, without its blanks.
pub(super) fn plain_name(text: &str) -> Result<String, String> {
    let name: String = text.split_whitespace().collect();
    let is_plain = |c: char| c.is_alphanumeric() || "-_.+".contains(c);
    if name.is_empty() || name.starts_with('.') || !name.chars().all(is_plain) {
        let found = quoted(&name);
        return Err(format!("expected letters, digits, `-`, `_`, `.` or `+`, found {found}"));
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::plain_name;

    #[test]
    fn names_of_subtasks_are_those_of_folders() {
        for (text, name) in
            [("big", "big"), (" the  last one ", "thelastone"), ("è-1_+.x", "è-1_+.x")]
        {
            assert_eq!(plain_name(text).as_deref(), Ok(name), "{text}");
        }
        for text in ["", " ", ".", ".a", "..", "a/b", "a (b)"] {
            assert!(plain_name(text).is_err(), "{text}");
        }
    }
}
