//! The tests of a package: which there are, how the others are made, what they are worth.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::pattern::Pattern;
use super::xml::Element;
use crate::problem::cases::FoundCase;
use crate::problem::complaint::Complaints;
use crate::problem::draft::Found;
use crate::problem::folder::Folder;
use crate::problem::format::shell_words::shell_words;
use crate::problem::group::{Group, OnFailure, SAMPLE, Scoring};
use crate::problem::layout::with_ending;
use crate::problem::line_ends;
use crate::problem::needs;
use crate::problem::{CaseSettings, Generator, GeneratorRule, Leaves, Maker, ValidatorArguments};
use crate::regular::LARGEST_CASE_FILE;
use crate::score::Score;

/// The test set that counts, where there are several.
const USUAL_SET: &str = "tests";

/// Endings of answers that there are.
const ANSWERS: [&[&str]; 4] = [&["a"], &["ans"], &["out"], &["sol"]];

/// Endings of inputs; those of answers may stand in their place.
const INPUTS: [&str; 3] = ["in", "inp", "dat"];

/// What has a meaning in a shell's line besides words and quotes.
const OF_SHELLS: [char; 7] = ['|', '<', '>', '&', ';', '`', '$'];

/// What was found.
pub(super) struct Data {
    pub(super) cases: Vec<FoundCase>,
    pub(super) generator_rules: Vec<GeneratorRule>,
    pub(super) unmade: Vec<(PathBuf, String)>,
    /// The names of all tests, in package order.
    pub(super) order: Vec<String>,
    /// Whether all inputs have the line ends of Windows.
    pub(super) has_crlf: bool,
    pub(super) tree: Group,
    /// The endings of inputs and answers behind the names of tests.
    pub(super) input: &'static str,
    pub(super) answers: &'static [&'static str],
    pub(super) is_scored: bool,
}

/// The test set that is judged: `tests`, else the last one.
pub(super) fn choose<'a>(
    judging: &Element<'a>,
    complaints: &mut Complaints,
) -> Option<Element<'a>> {
    let sets: Vec<_> = judging.all("testset").collect();
    let name = |set: &Element<'_>| set.value("name").unwrap_or_default();
    let usual = sets.iter().position(|set| name(set) == USUAL_SET);
    let Some(chosen) = usual.or(sets.len().checked_sub(1)) else {
        complaints.at(&judging.origin(), "expected an element <testset>");
        return None;
    };
    for (index, set) in sets.iter().enumerate() {
        if index != chosen {
            let words = format!("test set `{}` is passed over", name(set).escape_debug());
            complaints.warn_at(&set.origin(), words);
        }
    }
    sets.into_iter().nth(chosen)
}

/// The tests of a set. `None` where their names cannot be told.
pub(super) fn read(
    folder: &Folder,
    root: &Element<'_>,
    set: &Element<'_>,
    complaints: &mut Complaints,
) -> Option<Data> {
    let mut pattern = |name| {
        let Some(Found { value, origin }) = set.text(name) else {
            complaints.at(&set.origin(), format!("<testset>: missing element <{name}>"));
            return None;
        };
        let read = Pattern::new(&value);
        let read =
            read.map_err(|wrong| complaints.at(&origin, format!("<{name}>: {wrong}"))).ok()?;
        Some((read, origin))
    };
    let (inputs, _) = pattern("input-path-pattern")?;
    let (answers, origin) = pattern("answer-path-pattern")?;
    let Some((names, input, answers)) = endings(&inputs, &answers) else {
        let message = "<answer-path-pattern>: expected the pattern of inputs with `.a` behind it, or with \
                       `.out` in place of `.in`";
        complaints.at(&origin, message);
        return None;
    };
    let tests = set.first("tests");
    let tests: Vec<_> = tests.iter().flat_map(|tests| tests.all("test")).collect();
    expect_count(set, tests.len(), complaints);
    if tests.is_empty() {
        complaints.at(&set.origin(), "the test set has no tests");
    }
    let is_scored = tests.iter().any(|test| test.attribute("points").is_some());
    let generators = Generators::of(root);
    let mut reader = Reader {
        folder,
        names: &names,
        endings: [input, answers[0]],
        set,
        is_scored,
        // A checker behind an interactor reads them.
        has_answers: root.down(&["assets", "interactor"]).is_none()
            || root.down(&["assets", "checker"]).is_some(),
        generators,
        complaints,
    };
    let mut data = reader.tests(&tests);
    let tree = reader.tree(&tests);
    let places: BTreeMap<&str, usize> =
        tree.groups.iter().enumerate().map(|(index, group)| (group.name.as_str(), index)).collect();
    // Group by group; in a group, in the order of their numbers.
    let place = |group: Option<String>| group.and_then(|group| places.get(&*group).copied());
    data.0.sort_by_key(|case| place(case.settings.group.clone()));
    let mut order: Vec<_> = tests
        .iter()
        .enumerate()
        .map(|(index, test)| (place(test.value("group")), names.name(index + 1)))
        .collect();
    order.sort_by_key(|(place, _)| *place);
    let order = order.into_iter().map(|(_, name)| name).collect();
    let (cases, generator_rules, unmade) = data;
    let has_crlf = line_ends::are_of_windows(cases.iter().map(|case| case.input.as_path()));
    Some(Data { cases, generator_rules, unmade, order, has_crlf, tree, input, answers, is_scored })
}

/// The pattern of the names of tests, and the endings of inputs and answers behind them.
fn endings(
    inputs: &Pattern,
    answers: &Pattern,
) -> Option<(Pattern, &'static str, &'static [&'static str])> {
    let known = |names: &Pattern| {
        let ending = names.ending_of(answers)?;
        ANSWERS.into_iter().find(|known| known[0] == ending)
    };
    if let Some(answers) = known(inputs) {
        return Some((inputs.clone(), "", answers));
    }
    INPUTS.into_iter().find_map(|ending| {
        let names = inputs.without(ending)?;
        let answers = known(&names)?;
        Some((names, ending, answers))
    })
}

fn expect_count(set: &Element<'_>, found: usize, complaints: &mut Complaints) {
    let Some(Found { value, origin }) = set.text("test-count") else { return };
    if value.parse() != Ok(found) {
        let message =
            format!("<test-count>: `{}`, but there are {found} tests", value.escape_debug());
        complaints.at(&origin, message);
    }
}

/// How the names of programs end on Windows.
const WINDOWS: &str = ".exe";

/// The sources of generators by their names; without a source, the program that was built for Windows.
struct Generators(BTreeMap<String, Found<String>>);

impl Generators {
    fn of(root: &Element<'_>) -> Self {
        let executables = root.down(&["files", "executables"]);
        let sources = executables
            .iter()
            .flat_map(|executables| executables.all("executable"))
            .filter_map(|executable| {
                let binary = || executable.first("binary");
                executable.first("source").or_else(binary)?.attribute("path")
            });
        let named = |found: Found<String>| {
            let stem = Path::new(&found.value).file_stem()?.to_str()?.to_owned();
            Some((stem, found))
        };
        Self(sources.filter_map(named).collect())
    }
}

struct Reader<'a, 'b> {
    folder: &'a Folder,
    /// The pattern of the names of tests.
    names: &'a Pattern,
    /// The endings of inputs and answers.
    endings: [&'static str; 2],
    set: &'a Element<'b>,
    is_scored: bool,
    /// Whether tests have answers: those of an interactive problem may have some.
    has_answers: bool,
    generators: Generators,
    complaints: &'a mut Complaints,
}

type Tests = (Vec<FoundCase>, Vec<GeneratorRule>, Vec<(PathBuf, String)>);

impl<'b> Reader<'_, 'b> {
    fn tests(&mut self, tests: &[Element<'b>]) -> Tests {
        let (mut cases, mut rules) = (Vec::new(), Vec::new());
        let (mut no_input, mut no_answer) = (0, 0);
        for (index, test) in tests.iter().enumerate() {
            let name = self.names.name(index + 1);
            let settings = self.settings(test);
            let [met, answer] = self.endings.map(|ending| self.place(&name, ending));
            let (input, answer) = (self.file(&met), self.file(&answer));
            no_answer += usize::from(self.has_answers && matches!(answer, Ok(None)));
            match input {
                Ok(Some(input)) => {
                    let answer = answer.ok().flatten();
                    cases.push(FoundCase { name, met, input, answer, settings });
                }
                Ok(None) => {
                    no_input += 1;
                    let rule = self.rule(test, name, settings);
                    rules.extend(rule.map(|rule| rule.answered(answer.ok().flatten())));
                }
                Err(()) => {}
            }
        }
        let mut unmade = Vec::new();
        if no_input + no_answer > 0 {
            let all = tests.len();
            let words = format!(
                "a standard package, which lacks {no_input} of {all} inputs and {no_answer} of {all} \
                 answers: `jury generate` makes them by the package's own commands"
            );
            unmade.push((self.folder.shown.clone(), words));
        }
        (cases, rules, unmade)
    }

    fn place(&self, name: &str, ending: &str) -> PathBuf {
        self.folder.real.join(with_ending(name, ending))
    }

    /// Where a file is, if it is there; what is wrong with it is complained of.
    fn file(&mut self, path: &Path) -> Result<Option<PathBuf>, ()> {
        if std::fs::symlink_metadata(path).is_err() {
            return Ok(None);
        }
        let found = self.folder.readable(path, LARGEST_CASE_FILE);
        found.map(Some).map_err(|wrong| self.complaints.about(self.folder.shown(path), wrong))
    }

    fn settings(&mut self, test: &Element<'b>) -> CaseSettings {
        let group = self.group_of(test);
        let set = self.set.value("name").unwrap_or_default();
        let words = ["--testset".to_owned(), set, "--group".to_owned(), group.clone()];
        let is_sample = test.value("sample").as_deref() == Some("true");
        let gives_points =
            test.value("points").is_some_and(|points| points.parse::<f64>() != Ok(0.0));
        let counts = !group.is_empty() || self.is_scored && gives_points;
        CaseSettings {
            validator_arguments: Some(ValidatorArguments::All(words.to_vec())),
            is_shown: is_sample && counts,
            group: Some(if is_sample && !counts { SAMPLE.to_owned() } else { group }),
            ..CaseSettings::default()
        }
    }

    /// How a test that is not there is made.
    fn rule(
        &mut self,
        test: &Element<'b>,
        name: String,
        settings: CaseSettings,
    ) -> Option<GeneratorRule> {
        if test.value("method").as_deref() != Some("generated") {
            let path = self.place(&name, self.endings[0]);
            let message = "missing: the test is made by hand, and no command makes it";
            self.complaints.about(self.folder.shown(&path), message);
            return None;
        }
        let command = test.needed("cmd", self.complaints)?;
        let leaves = match test.attribute("from-file") {
            None => Leaves::Nothing,
            // Where it is in another folder of the generator's, only that program knows.
            Some(Found { value, origin }) if value.contains('/') || value.starts_with('.') => {
                let message = "`from-file`: expected the name of a file, without folders";
                self.complaints.at(&origin, message);
                return None;
            }
            Some(Found { value, .. }) => Leaves::File(value),
        };
        let made = self.generator(&command.value);
        let made = made.map_err(|wrong| self.complaints.at(&command.origin, wrong)).ok()?;
        let generator = Generator { leaves, ..made };
        Some(GeneratorRule::one(Maker::Program(generator), name, settings))
    }

    /// A command: words as in a shell, of which the first names the generator.
    fn generator(&self, command: &str) -> Result<Generator, String> {
        if let Some(sign) = sign_of_shells(command) {
            return Err(format!("`cmd`: `{sign}` has a meaning in shells, and none runs here"));
        }
        let words = shell_words(command).map_err(|wrong| format!("`cmd`: {wrong}"))?;
        let (name, arguments) = words.split_first().ok_or("`cmd`: expected a generator")?;
        let name = name.strip_suffix(WINDOWS).unwrap_or(name);
        let Some(source) = self.generators.0.get(name) else {
            let names = self.generators.0.keys().map(String::as_str);
            return Err(crate::nearest::unknown("generator", name, names));
        };
        if source.value.ends_with(WINDOWS) {
            return Err(format!(
                "`cmd`: `{}` is a Windows program, and no source of it is listed",
                source.value.escape_debug()
            ));
        }
        let found = self.folder.inside(&source.value).map_err(|wrong| wrong.to_string())?;
        Ok(Generator::called(found, arguments.to_vec()))
    }

    /// The groups as they are listed, but each behind those that it depends on.
    fn tree(&mut self, tests: &[Element<'b>]) -> Group {
        let scoring = if self.is_scored { Scoring::Sum } else { Scoring::PassFail };
        let full_by_case = self.full_by_case(tests, "");
        let root = Group { full_by_case, ..Group::root(scoring) };
        let Some(listed) = self.set.first("groups") else { return root };
        let elements: Vec<_> = listed.all("group").collect();
        let known: BTreeSet<String> =
            elements.iter().filter_map(|element| element.value("name")).collect();
        let mut groups: Vec<Group> = Vec::new();
        let mut empty: BTreeSet<String> = BTreeSet::new();
        for element in &elements {
            let Some(Found { value: name, origin }) = element.needed("name", self.complaints)
            else {
                continue;
            };
            if groups.iter().any(|group| group.name == name) || name.contains('/') {
                let message = format!("`name`: expected a new name without `/`, found `{name}`");
                self.complaints.at(&origin, message);
                continue;
            }
            let own: Vec<_> =
                tests.iter().filter(|test| test.value("group").as_ref() == Some(&name)).collect();
            if own.is_empty() {
                self.complaints.warn_at(&origin, format!("group `{name}` has no tests"));
                empty.insert(name.clone());
            }
            let full_by_case = self.full_by_case(tests, &name);
            let needs = self.needs(element, &known);
            groups.push(self.group(element, name, (needs, full_by_case), &own));
        }
        for test in tests {
            if let Some(Found { value, origin }) = test.attribute("group")
                && !known.contains(&value)
            {
                let names = known.iter().map(String::as_str);
                self.complaints.at(&origin, crate::nearest::unknown("group", &value, names));
            }
        }
        if let Err(wrong) = needs::groups_in_order(&mut groups) {
            self.complaints.at(&listed.origin(), wrong);
        }
        with_further_needs(&mut groups);
        groups.retain(|group| !empty.contains(&group.name));
        Group { groups, ..root }
    }

    /// The group of a test. Names that no list of groups has mean nothing.
    fn group_of(&self, test: &Element<'b>) -> String {
        let has_groups = self.set.first("groups").is_some();
        test.value("group").filter(|_| has_groups).unwrap_or_default()
    }

    /// The points of a test.
    fn points_of(&mut self, test: &Element<'b>) -> Option<f64> {
        let Found { origin, .. } = test.attribute("points")?;
        let points = test.number::<f64>("points", "a number", self.complaints)?;
        if (0.0..=1e9).contains(&points) {
            return Some(points);
        }
        let message = format!("`points`: expected a number of points, 0 or more, found {points}");
        self.complaints.at(&origin, message);
        None
    }

    /// The points of the tests of a group, by their names.
    fn full_by_case(&mut self, tests: &[Element<'b>], group: &str) -> BTreeMap<String, Score> {
        let mut all = BTreeMap::new();
        if self.is_scored {
            for (index, test) in tests.iter().enumerate() {
                if self.group_of(test) == group {
                    let points = self.points_of(test).unwrap_or_default();
                    all.insert(self.names.name(index + 1), Score::decimal(points));
                }
            }
        }
        all
    }

    /// The groups that this one depends on, as listed.
    fn needs(&mut self, element: &Element<'b>, known: &BTreeSet<String>) -> BTreeSet<String> {
        let listed = element.first("dependencies");
        let mut needs = BTreeSet::new();
        for dependency in listed.iter().flat_map(|listed| listed.all("dependency")) {
            let Some(Found { value, origin }) = dependency.needed("group", self.complaints) else {
                continue;
            };
            if known.contains(&value) {
                needs.insert(value);
            } else {
                let names = known.iter().map(String::as_str);
                self.complaints.at(&origin, crate::nearest::unknown("group", &value, names));
            }
        }
        needs
    }

    fn group(
        &mut self,
        element: &Element<'b>,
        name: String,
        (needs, full_by_case): (BTreeSet<String>, BTreeMap<String, Score>),
        tests: &[&Element<'b>],
    ) -> Group {
        let unheard = &mut Complaints::default();
        let points = tests.iter().filter_map(|test| test.number::<f64>("points", "", unheard));
        // The sum of none would be -0.
        let sum = points.fold(0.0, |sum, points| sum + points);
        let stated = element.number::<f64>("points", "a number", self.complaints);
        if let Some(stated) = stated.filter(|stated| (stated - sum).abs() > 1e-6) {
            let words =
                format!("`points`: {stated}, but the tests of the group have {sum}, which counts");
            self.complaints.warn_at(&element.origin(), words);
        }
        let is_whole = match element.attribute("points-policy") {
            None => true,
            Some(Found { value, .. }) if value == "complete-group" => true,
            Some(Found { value, .. }) if value == "each-test" => false,
            Some(Found { value, origin }) => {
                let policies = ["complete-group", "each-test"];
                let message = crate::nearest::unknown("points policy", &value, policies);
                self.complaints.at(&origin, message);
                true
            }
        };
        let scoring = if is_whole { Scoring::PassFail } else { Scoring::Sum };
        Group {
            name,
            scoring: self.is_scored.then_some(scoring),
            worth: (self.is_scored && (is_whole || sum > 0.0)).then(|| Score::decimal(sum)),
            on_failure: if is_whole && self.is_scored {
                OnFailure::Break
            } else {
                OnFailure::Continue
            },
            needs: needs.into_iter().collect(),
            full_by_case,
            ..Group::root(scoring)
        }
    }
}

/// Adds to the needs of each group those of the groups that it needs, which stand before it.
fn with_further_needs(groups: &mut [Group]) {
    let mut before: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for group in groups {
        let mut all: BTreeSet<String> = group.needs.iter().cloned().collect();
        all.extend(group.needs.iter().filter_map(|need| before.get(need)).flatten().cloned());
        group.needs = all.iter().cloned().collect();
        before.insert(group.name.clone(), all);
    }
}

/// What has a meaning in a command for a shell: between quotation marks, most signs have none.
fn sign_of_shells(command: &str) -> Option<char> {
    let mut quote = None;
    let mut signs = command.chars();
    while let Some(sign) = signs.next() {
        match quote {
            None if sign == '\'' || sign == '"' => quote = Some(sign),
            Some(mark) if sign == mark => quote = None,
            Some('\'') => {}
            _ if sign == '\\' => {
                signs.next();
            }
            None if OF_SHELLS.contains(&sign) => return Some(sign),
            Some(_) if matches!(sign, '`' | '$') => return Some(sign),
            _ => {}
        }
    }
    None
}
