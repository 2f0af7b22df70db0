//! The groups of a package: which inputs there are, how the others are made, what they are worth.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::super::sheet::Sheet;
use super::reader::{CODE_KEYS, Reader};
use super::script::{self, Form, Line};
use super::validators::{Programs, Validators};
use super::variables::Variables;
use crate::nearest::unknown;
use crate::problem::cases::FoundCase;
use crate::problem::complaint::{Origin, Wrong};
use crate::problem::draft::Found;
use crate::problem::format::shell_words::shell_words;
use crate::problem::group::{Group, Scoring};
use crate::problem::needs;
use crate::problem::{CaseSettings, Content, Generator, GeneratorRule, Maker};
use crate::regular::{self, LARGEST_CASE_FILE};
use crate::score::Score;
use crate::yaml::Node;

/// What rbx calls the group of samples, and what it is called here.
const SAMPLES: (&str, &str) = ("samples", "sample");

/// Where inputs go that generators make.
const MADE: &str = "build/jury";

/// The ending of inputs that a pattern names.
const INPUT: &str = "in";

/// The ending of answers that lie beside inputs. What ends in `.out` there is anybody's output.
const ANSWER: &str = "ans";

const GROUP_KEYS: &[&str] = &[
    "name",
    "testcases",
    "testcaseGlob",
    "generators",
    "generatorScript",
    "extraValidators",
    "outputValidators",
    "visualizer",
    "solutionVisualizer",
    "subgroups",
    "validator",
    "vars",
    "score",
    "deps",
    "model_solution",
    "validateStatementFiles",
];

/// Where a group has inputs of its own from. One without any of these has those of the package's script.
const OWN_SOURCES: [&str; 4] = ["testcases", "testcaseGlob", "generators", "subgroups"];

/// Longest script, in bytes.
const LONGEST_SCRIPT: u64 = 16 << 20;

/// Most points of a group.
const MOST_POINTS: f64 = 1e9;

/// What was found.
pub(super) struct Data {
    pub(super) cases: Vec<FoundCase>,
    /// The names of all, made or not, in the order of the list.
    pub(super) order: Vec<String>,
    pub(super) rules: Vec<GeneratorRule>,
    pub(super) unmade: Vec<(PathBuf, String)>,
    /// Scripts that are to be run before it is known which cases there are.
    pub(super) scripts: Vec<Generator>,
    pub(super) tree: Group,
}

/// Reads the list of groups.
pub(super) fn read(
    sheet: &Sheet,
    is_scored: bool,
    validators: &Validators,
    programs: &mut Programs,
    reader: &mut Reader<'_>,
) -> Data {
    let scoring = if is_scored { Scoring::Sum } else { Scoring::PassFail };
    let generators = reader.generators(sheet);
    let variables = Variables::of(sheet);
    let arguments = variables.arguments(reader.complaints);
    let data = Data {
        cases: Vec::new(),
        order: Vec::new(),
        rules: Vec::new(),
        unmade: Vec::new(),
        scripts: Vec::new(),
        tree: Group::root(scoring),
    };
    let script = sheet.section("generatorScript", reader.complaints);
    let mut all = Tests {
        reader,
        script,
        generators,
        variables,
        arguments,
        validators: validators.clone(),
        programs,
        is_scored,
        known: BTreeSet::new(),
        data,
        no_input: 0,
        no_answer: 0,
        made: BTreeMap::new(),
        names: BTreeSet::new(),
        entries: BTreeMap::new(),
    };
    let groups = sheet.sections("testcases", all.reader.complaints);
    all.known = groups.iter().filter_map(name_of).collect();
    for group in &groups {
        all.group(group);
    }
    all.put_in_order(sheet);
    all.look_at_unread();
    let Tests { mut data, no_input, no_answer, reader, .. } = all;
    if reader.folder.made.is_some() {
        data.scripts.clear();
    }
    if !data.scripts.is_empty() {
        let words = "scripts that are programs list cases: `jury generate` runs them".to_owned();
        data.unmade.push((reader.folder.shown.clone(), words));
    } else if data.cases.is_empty() && data.rules.is_empty() {
        sheet.complain("testcases", "there are no cases", reader.complaints);
    }
    if no_input + no_answer > 0 {
        let words = format!(
            "lacks {no_input} inputs and {no_answer} answers: `jury generate` makes them by the package's \
             own generators and its first accepted solution"
        );
        data.unmade.push((reader.folder.shown.clone(), words));
    }
    data
}

struct Tests<'a, 'b> {
    reader: &'a mut Reader<'b>,
    generators: BTreeMap<String, String>,
    /// The script of groups that have nothing else.
    script: Option<Sheet>,
    /// The package's variables.
    variables: Variables,
    /// What every validator is given of the variables that hold in the group that is read.
    arguments: Vec<String>,
    /// Those of the group that is read.
    validators: Validators,
    programs: &'a mut Programs,
    is_scored: bool,
    /// The names of all groups.
    known: BTreeSet<String>,
    data: Data,
    no_input: usize,
    no_answer: usize,
    /// How many inputs of each group are made.
    made: BTreeMap<String, usize>,
    /// The names of the cases whose inputs lie in the package.
    names: BTreeSet<String>,
    /// The lines of scripts that make cases, by files and numbers: where each is, the block that it is in, and
    /// whether some group has its case.
    entries: BTreeMap<(PathBuf, usize), (Origin, Option<String>, bool)>,
}

/// The name of a group here.
pub(super) fn here(name: &str) -> String {
    if name == SAMPLES.0 { SAMPLES.1.to_owned() } else { name.to_owned() }
}

/// The name here of the group that a section describes.
fn name_of(group: &Sheet) -> Option<String> {
    group.get("name").and_then(Node::as_text).map(here)
}

/// The name of a group of ours in the package.
pub(super) fn there(name: &str) -> &str {
    if name == SAMPLES.1 { SAMPLES.0 } else { name }
}

impl Tests<'_, '_> {
    fn group(&mut self, sheet: &Sheet) {
        sheet.expect_only(GROUP_KEYS, self.reader.complaints);
        let Some(name) = self.reader.needed(sheet, "name") else { return };
        let is_taken = self.data.tree.groups.iter().any(|group| group.name == here(&name.value));
        if is_taken || name.value.is_empty() || name.value.contains(['/', '.']) {
            let words = "expected a new name without `/` and `.`";
            sheet.complain("name", words, self.reader.complaints);
            return;
        }
        self.look_at(sheet, &name.value);
        let group = self.tree(sheet, &name);
        self.data.tree.groups.push(group);
        let usual_validators = self.validators.clone();
        let of_group = usual_validators.read(sheet, self.programs, self.reader);
        self.validators = of_group.clone();
        let usual = self.arguments.clone();
        self.arguments = self.variables.with(sheet).arguments(self.reader.complaints);
        let before = self.data.order.len();
        self.sources(sheet, &name.value, None);
        for subgroup in sheet.sections("subgroups", self.reader.complaints) {
            subgroup.expect_only(GROUP_KEYS, self.reader.complaints);
            self.look_at(&subgroup, "");
            self.validators = of_group.read(&subgroup, self.programs, self.reader);
            let own_name = subgroup.text("name", self.reader.complaints).map(|found| found.value);
            self.sources(&subgroup, &name.value, Some(&own_name.unwrap_or_default()));
        }
        let is_listed = self.data.scripts.is_empty() || self.reader.folder.made.is_some();
        if is_listed && self.data.order.len() == before {
            let words = format!("group `{}` has no cases", name.value.escape_debug());
            self.reader.complaints.warn_at(&name.origin, words);
        }
        self.arguments = usual;
        self.validators = usual_validators;
    }

    /// A solution of its own may write the answers of the samples, as they are shown.
    fn look_at(&mut self, sheet: &Sheet, name: &str) {
        if sheet.get("model_solution").is_none_or(Node::is_empty) {
            return;
        }
        if name == SAMPLES.0 {
            let words = "passed over: the main solution answers the samples, too";
            sheet.warn("model_solution", words, self.reader.complaints);
        } else {
            let words = "only the samples may have a solution of their own";
            sheet.complain("model_solution", words, self.reader.complaints);
        }
    }

    /// Warns of blocks of scripts that are of no group.
    fn look_at_unread(&mut self) {
        let unread = self.entries.values().filter(|(.., is_read)| !is_read);
        let mut told = BTreeSet::new();
        for (origin, block, _) in unread {
            let name = block.as_deref().unwrap_or_default();
            if told.insert((origin.file.clone(), name)) {
                let words = format!(
                    "no group that reads the script is `{}`: the cases of its block are passed over",
                    name.escape_debug()
                );
                self.reader.complaints.warn_at(origin, words);
            }
        }
    }

    /// Puts groups behind those that they depend on, wherever these are listed.
    fn put_in_order(&mut self, sheet: &Sheet) {
        if let Err(wrong) = needs::groups_in_order(&mut self.data.tree.groups) {
            sheet.complain("testcases", wrong, self.reader.complaints);
        }
    }

    fn tree(&mut self, sheet: &Sheet, name: &Found<String>) -> Group {
        let score = sheet.number("score", "points", 0.0..=MOST_POINTS, self.reader.complaints);
        for key in ["score", "deps"] {
            let is_stated = sheet.get(key).is_some_and(|node| !node.is_empty());
            if is_stated && !self.is_scored {
                let words = "passed over: groups have points only with `scoring: points`";
                sheet.warn(key, words, self.reader.complaints);
            }
        }
        let mut needs: Vec<String> = Vec::new();
        let listed = sheet.list("deps", self.reader.complaints);
        for dependency in listed.map(|found| found.value).unwrap_or_default() {
            let dependency = here(&dependency);
            if !self.known.contains(&dependency) {
                let names = self.known.iter().map(String::as_str);
                let words = unknown("group", &dependency, names);
                sheet.complain("deps", words, self.reader.complaints);
            } else if !needs.contains(&dependency) {
                needs.push(dependency);
            }
        }
        let worth = Score::decimal(score.unwrap_or(0.0));
        Group {
            name: here(&name.value),
            scoring: self.is_scored.then_some(Scoring::PassFail),
            worth: self.is_scored.then_some(worth),
            needs: if self.is_scored { needs } else { Vec::new() },
            ..Group::root(Scoring::PassFail)
        }
    }

    /// What a group or subgroup has: listed inputs, a pattern, calls of generators, a script; in this order.
    fn sources(&mut self, sheet: &Sheet, group: &str, subgroup: Option<&str>) {
        for case in sheet.sections("testcases", self.reader.complaints) {
            case.expect_only(&["inputPath", "outputPath"], self.reader.complaints);
            let answer = case.text("outputPath", self.reader.complaints);
            if let Some(input) = self.reader.needed(&case, "inputPath") {
                self.found(&input, answer.as_ref(), group);
            }
        }
        if let Some(pattern) = sheet.text("testcaseGlob", self.reader.complaints) {
            self.matching(&pattern, group);
        }
        for call in sheet.sections("generators", self.reader.complaints) {
            call.expect_only(&["name", "args"], self.reader.complaints);
            let arguments = call.text("args", self.reader.complaints).map(|found| found.value);
            let arguments = shell_words(&arguments.unwrap_or_default());
            if let Err(wrong) = arguments {
                call.complain("args", wrong, self.reader.complaints);
            }
            if let Some(name) = self.reader.needed(&call, "name") {
                let line =
                    Line::Call { name: name.value, arguments: arguments.unwrap_or_default() };
                self.make((line, None), group, &name.origin);
            }
        }
        let own = sheet.section("generatorScript", self.reader.complaints);
        let has_some =
            OWN_SOURCES.iter().any(|key| sheet.get(key).is_some_and(|it| !it.is_empty()));
        if let Some(script) = own.or_else(|| self.script.clone().filter(|_| !has_some)) {
            self.script(&script, group, subgroup);
        }
    }

    fn script(&mut self, script: &Sheet, group: &str, subgroup: Option<&str>) {
        let known = [&CODE_KEYS[..], &["root", "format"]].concat();
        script.expect_only(&known, self.reader.complaints);
        let forms = [("rbx", Form::Rbx), ("box", Form::Box)];
        let form = script.word("format", &forms, self.reader.complaints).unwrap_or(Form::Rbx);
        let root = script.text("root", self.reader.complaints).map(|found| found.value);
        let Some(path) = self.reader.needed(script, "path") else { return };
        let place = match self.reader.folder.inside(&path.value) {
            Ok(place) => place,
            Err(wrong) => return self.reader.complaints.at(&path.origin, wrong),
        };
        let is_text = Path::new(&path.value).extension().is_none_or(|ending| ending == "txt");
        let said = if is_text { Some(place.clone()) } else { self.said(&place) };
        let Some(said) = said else { return };
        let text = match regular::read(&said, LONGEST_SCRIPT) {
            Ok(text) => String::from_utf8_lossy(&text).into_owned(),
            Err(error) => {
                let wrong = Wrong::unreadable("cannot read", &error);
                return self.reader.complaints.at(&path.origin, wrong);
            }
        };
        let file = self.reader.folder.shown(&place);
        // A line of what a program wrote has no place in the package.
        let origin = |line| Origin {
            file: file.as_path().into(),
            place: is_text.then_some(jury_checkers::Place { line, column: 1 }),
        };
        match script::read(&text, form) {
            Err((line, wrong)) => self.reader.complaints.at(&origin(line), wrong),
            Ok(entries) => {
                let path =
                    subgroup.map_or_else(|| group.to_owned(), |own| format!("{group}/{own}"));
                for entry in entries {
                    let origin = origin(entry.number);
                    let known = self.entries.entry((file.clone(), entry.number));
                    let known = known.or_insert((origin.clone(), entry.group.clone(), false));
                    if entry.is_of(&path) {
                        known.2 = true;
                        self.make((entry.line, root.as_deref()), group, &origin);
                    }
                }
            }
        }
    }

    /// Where that is which a script wrote that is a program, if it has run.
    fn said(&mut self, source: &Path) -> Option<PathBuf> {
        let scripts = &mut self.data.scripts;
        let number =
            scripts.iter().position(|script| script.source == source).unwrap_or(scripts.len());
        if number == scripts.len() {
            scripts.push(Generator::called(source.to_owned(), Vec::new()));
        }
        Some(self.reader.folder.made.as_ref()?.join(format!("{number}.txt")))
    }

    /// The inputs that a pattern names, as people count.
    fn matching(&mut self, pattern: &Found<String>, group: &str) {
        let Some(names) = self.reader.matching(pattern) else { return };
        // Answers may lie beside inputs.
        let is_input = |name: &String| Path::new(name).extension().is_some_and(|own| own == INPUT);
        let inputs: Vec<String> = names.into_iter().filter(is_input).collect();
        if inputs.is_empty() {
            let words = format!("`{}` matches no input `….in`", pattern.value.escape_debug());
            self.reader.complaints.warn_at(&pattern.origin, words);
        }
        for value in inputs {
            self.found(&Found { value, origin: pattern.origin.clone() }, None, group);
        }
    }

    /// A case whose input lies in the package.
    fn found(&mut self, path: &Found<String>, answer: Option<&Found<String>>, group: &str) {
        let input = match self.reader.folder.inside(&path.value) {
            Ok(input) => input,
            Err(wrong) => return self.reader.complaints.at(&path.origin, wrong),
        };
        let met = self.reader.folder.real.join(&path.value);
        let Some(name) = path.value.strip_suffix(".in").map(str::to_owned) else {
            let words = format!("expected an input `….in`, found `{}`", path.value.escape_debug());
            return self.reader.complaints.at(&path.origin, words);
        };
        let answer = match answer {
            Some(answer) => match self.reader.folder.inside(&answer.value) {
                Ok(answer) => Some(answer),
                Err(wrong) => return self.reader.complaints.at(&answer.origin, wrong),
            },
            None => self.answer_beside(&met),
        };
        if !self.names.insert(name.clone()) {
            let words = format!("`{}` is in two places of the list", path.value.escape_debug());
            if self.is_scored {
                return self.reader.complaints.at(&path.origin, words);
            }
            // Without points, a case that counts twice says no more than once.
            let words = format!("{words}: it is judged where it stands first");
            return self.reader.complaints.warn_at(&path.origin, words);
        }
        self.no_answer += usize::from(answer.is_none());
        let settings = self.settings(group);
        self.data.order.push(name.clone());
        self.data.cases.push(FoundCase { name, met, input, answer, settings });
    }

    /// The answer that lies beside an input; what is wrong with it is complained of.
    fn answer_beside(&mut self, input: &Path) -> Option<PathBuf> {
        let place = input.with_extension(ANSWER);
        place.symlink_metadata().ok()?;
        let Reader { folder, complaints, .. } = &mut *self.reader;
        let found = folder.readable(&place, LARGEST_CASE_FILE);
        found.map_err(|wrong| complaints.about(folder.shown(&place), wrong)).ok()
    }

    fn settings(&self, group: &str) -> CaseSettings {
        let words = [self.arguments.as_slice(), &["--group".to_owned(), group.to_owned()]].concat();
        CaseSettings {
            validator_arguments: Some(self.validators.calls(&words)),
            answer_validator_arguments: Some(self.validators.calls_of_answers(&words)),
            group: Some(here(group)),
            ..CaseSettings::default()
        }
    }

    /// A case whose input is made. Programs that the package does not list are looked for in the folder.
    fn make(&mut self, (line, root): (Line, Option<&str>), group: &str, origin: &Origin) {
        let count = self.made.entry(group.to_owned()).or_default();
        let name = format!("{MADE}/{group}/{count:03}");
        *count += 1;
        let settings = self.settings(group);
        let mut copied = None;
        // What rbx copies it gives the line ends of this system.
        let is_copy = matches!(line, Line::Copy(_));
        let maker = match line {
            Line::Copy(path) => match self.reader.folder.inside(&path) {
                Ok(place) => {
                    copied = self.answer_beside(&self.reader.folder.real.join(&path));
                    Maker::Package(Content::File(place))
                }
                Err(wrong) => return self.reader.complaints.at(origin, wrong),
            },
            Line::Input(text) => Maker::Package(Content::Text(text)),
            Line::Call { name, arguments } => match self.generator((&name, root), arguments) {
                Ok(generator) => Maker::Program(generator),
                Err(wrong) => return self.reader.complaints.at(origin, wrong),
            },
        };
        let rule = GeneratorRule::one(maker, name.clone(), settings.clone());
        let rule = if is_copy { rule.answered(copied.clone()).without_crlf() } else { rule };
        self.data.order.push(name.clone());
        let met = self.reader.folder.real.join(format!("{name}.in"));
        let is_there = met.symlink_metadata().is_ok();
        if let Some(input) =
            is_there.then(|| self.reader.folder.readable(&met, LARGEST_CASE_FILE).ok()).flatten()
        {
            let answer = self.answer_beside(&met).or(copied);
            self.no_answer += usize::from(answer.is_none());
            // Lists change, and names go by places in them.
            self.data.rules.push(rule.of_case_there());
            self.data.cases.push(FoundCase { name, met, input, answer, settings });
            return;
        }
        self.no_input += 1;
        self.no_answer += usize::from(copied.is_none());
        self.data.rules.push(rule);
    }

    fn generator(
        &self,
        (name, root): (&str, Option<&str>),
        arguments: Vec<String>,
    ) -> Result<Generator, String> {
        let path = if let Some(path) = self.generators.get(name) {
            path.clone()
        } else {
            let below = root.map_or_else(|| name.to_owned(), |root| format!("{root}/{name}"));
            let places = [below.clone(), format!("{below}.cpp"), format!("{below}.py")];
            let there = places
                .into_iter()
                .find(|place| self.reader.folder.inside(place).is_ok_and(|place| place.is_file()));
            let names = self.generators.keys().map(String::as_str);
            there.ok_or_else(|| unknown("generator", name, names))?
        };
        let source = self.reader.folder.inside(&path).map_err(|wrong| wrong.to_string())?;
        Ok(Generator::called(source, arguments))
    }
}

#[cfg(test)]
mod names {
    use super::{here, there};

    #[test]
    fn the_samples_have_the_name_that_they_have_everywhere() {
        for (name, own) in [("samples", "sample"), ("small", "small")] {
            assert_eq!((here(name).as_str(), there(own)), (own, name));
        }
    }
}
