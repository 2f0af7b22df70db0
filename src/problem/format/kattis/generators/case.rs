//! An entry of a file of generators that makes cases.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::command::Command;
use super::config::{Config, MOST_TRIES};
use super::count::Count;
use super::{MAKERS, MOST_BYTES, MOST_CASES, Reader, TEXTS};
use crate::problem::complaint::Origin;
use crate::problem::format::sheet::{passed_over, quoted};
use crate::problem::{
    Content, FilesBeside, Generator, GeneratorLimits, GeneratorRule, Leaves, Maker, RuleCase,
    SeedPlace, WantedMatch,
};
use crate::yaml::{self, Entry, Node};

/// Endings of further files whose texts may stand in a case.
const OTHER_TEXTS: [&str; 3] = ["interaction", "hint", "desc"];

/// Endings of files that are copied beside those.
const PICTURES: [&str; 4] = ["png", "jpg", "jpeg", "svg"];

/// Keys that a case has from its groups where it has none of its own.
const INHERITED: [&str; 3] = ["solution", "random_salt", "retries"];

/// Endings of files that are written as they stand in a case.
fn written() -> impl Iterator<Item = &'static str> {
    TEXTS.into_iter().chain(OTHER_TEXTS)
}

/// Stands for a name that gets a number.
const NUMBERED: &str = "/#";

impl Reader<'_> {
    /// What this group or case hands down or keeps, on top of what is around it.
    pub(super) fn config(&mut self, node: &Node, outer: &Config) -> Config {
        let mut config = outer.clone();
        if let Some(salt) = node.get("random_salt").and_then(Node::as_text) {
            salt.clone_into(&mut config.salt);
        }
        if let Some(tries) = node.get("retries").filter(|tries| !tries.is_null()) {
            let number = tries.as_text().and_then(|text| text.parse().ok());
            if let Some(number) = number.filter(|number| (1..=MOST_TRIES).contains(number)) {
                config.tries = number;
            } else {
                let words = format!("`retries`: expected a number from 1 to {MOST_TRIES}");
                self.warn(tries, words);
            }
        }
        if let Some(path) = node.get("solution").filter(|path| !path.is_null()) {
            let name = path.as_text().and_then(|path| path.strip_prefix('/'));
            let found = name.map(|name| self.folder.inside(name));
            match found {
                Some(Ok(found)) => config.solution = Some(found),
                Some(Err(wrong)) => self.warn(path, format!("`solution`: {wrong}")),
                None => {
                    self.warn(
                        path,
                        "`solution`: expected a path from the package on, with `/` first",
                    );
                }
            }
        }
        config
    }

    /// The cases of an entry: several where it has a `count`. A name that ends with `/#` gets numbers.
    pub(super) fn case(&mut self, key: &str, node: &Node, name: &str, outer: &Config) {
        let config = self.config(node, outer);
        let count = match Count::read(node) {
            Ok(count) => count,
            Err(wrong) => return self.unmade(node, wrong),
        };
        self.keys_of_case(node);
        let matches = self.matches(node);
        for &value in &count.values {
            let name = match name.strip_suffix(NUMBERED) {
                Some(group) => format!("{group}/{}", self.next_number(key)),
                None => name.to_owned(),
            };
            let name = count.name(&name, value);
            if !self.is_name(node, &name) {
                continue;
            }
            if self.cases.len() >= MOST_CASES {
                return self.unmade(node, format!("lists more than {MOST_CASES} cases"));
            }
            let counted = node.get("count").map(|_| value);
            match self.generator_rule(node, name.clone(), counted, &config) {
                Err(wrong) => self.unmade(node, format!("`{name}` is not made: {wrong}")),
                Ok(_) if self.cases.contains_key(&name) => {
                    self.unmade(node, format!("`{name}` is listed twice"));
                }
                Ok(generator_rule) => {
                    self.keys.entry(key.to_owned()).or_default().push(name.clone());
                    let wanted = matches.iter();
                    self.made.listing.matches.extend(
                        wanted.map(|wanted| WantedMatch { case: name.clone(), ..wanted.clone() }),
                    );
                    self.cases.insert(name.clone(), name);
                    self.made.generator_rules.push(generator_rule);
                }
            }
        }
    }

    fn keys_of_case(&mut self, node: &Node) {
        for entry in node.as_map().unwrap_or_default() {
            let known = || MAKERS.into_iter().chain(INHERITED).chain(written());
            match entry.key.as_str() {
                key if !known().any(|known| known == key) => {
                    self.warn_once(entry, passed_over("key", "", key, known()));
                }
                _ => {}
            }
        }
    }

    /// What is to stand in its files: texts for the input, or a map of endings.
    fn matches(&mut self, node: &Node) -> Vec<WantedMatch> {
        let Some(wanted) = node.get("match").filter(|wanted| !wanted.is_null()) else {
            return Vec::new();
        };
        let by_ending: Vec<(&str, &Node)> = match wanted.as_map() {
            Some(map) => map.iter().map(|entry| (entry.key.as_str(), &entry.value)).collect(),
            None => vec![("in", wanted)],
        };
        let mut found = Vec::new();
        for (key, value) in by_ending {
            let Some(ending) = ["in", "ans"].into_iter().find(|ending| *ending == key) else {
                self.warn(value, passed_over("key", "match.", key, ["in", "ans"]));
                continue;
            };
            for item in value.as_list().unwrap_or(std::slice::from_ref(value)) {
                let Some(pattern) = item.as_text() else {
                    self.warn(item, "`match`: expected regular expressions");
                    continue;
                };
                if let Err(why) = WantedMatch::compiled(pattern) {
                    self.warn(item, format!("`match`: {} is not checked: {why}", quoted(pattern)));
                    continue;
                }
                let Origin { file, place } = self.sheet.origin(item);
                let place =
                    place.map_or_else(String::new, |at| format!(":{}:{}", at.line, at.column));
                let origin = format!("{}{place}", file.display());
                let (case, pattern) = (String::new(), pattern.to_owned());
                found.push(WantedMatch { case, ending, pattern, origin });
            }
        }
        found
    }

    fn generator_rule(
        &mut self,
        node: &Node,
        name: String,
        count: Option<i64>,
        config: &Config,
    ) -> Result<GeneratorRule, String> {
        let text_of = |key: &str| match node.get(key).filter(|value| !value.is_null()) {
            None => Ok(None),
            Some(value) => value.as_text().map(Some).ok_or(format!("`{key}`: expected a string")),
        };
        let (command, copy) = match node.as_text().map(|text| (text, text.strip_suffix(".in"))) {
            Some((_, Some(copy))) => (None, Some(copy)),
            Some((command, None)) => (Some(command), None),
            None => (text_of("generate")?, text_of("copy")?),
        };
        let literal = written().filter_map(|key| node.get(key)?.as_text());
        self.bytes += literal.chain(command).map(str::len).sum::<usize>();
        if self.bytes > MOST_BYTES {
            return Err(format!("all commands and texts are more than {MOST_BYTES} bytes"));
        }
        let mut files = copy.map_or_else(|| Ok(BTreeMap::new()), |base| self.copied(base))?;
        self.written(node, &mut files)?;
        let command = match (command, files.get("in")) {
            (Some(_), Some(Content::Text(_))) | (None, _) => None,
            (Some(command), _) => {
                Some(Command::read(&self.with_constants(command), &config.salt, count)?)
            }
        };
        let seed = command.as_ref().map_or(0, |command| command.seed);
        let maker = match (command, files.remove("in")) {
            (Some(command), _) => Maker::Program(self.generator(command, config.tries.max(1))?),
            (None, Some(input)) => Maker::Package(input),
            (None, None) if let Some(base) = copy => {
                let input = quoted(&format!("{base}.in"));
                return Err(format!("`copy`: there is no file {input} in `generators`"));
            }
            (None, None) => {
                return Err("it has no input: neither `in` nor `generate` nor `copy`".to_owned());
            }
        };
        let solution = config.solution.clone();
        let beside = FilesBeside { files, solution, ..FilesBeside::default() };
        Ok(GeneratorRule { maker, cases: vec![RuleCase { name, seed, beside }] })
    }

    /// The files of a `copy`, by their endings.
    fn copied(&self, base: &str) -> Result<BTreeMap<String, Content>, String> {
        let there = written().chain(PICTURES).filter_map(|ending| {
            let file = self.file(&format!("{base}.{ending}")).ok()?;
            Some((ending.to_owned(), Content::File(file)))
        });
        let files: BTreeMap<_, _> = there.collect();
        if files.is_empty() {
            return Err(format!("`copy`: there is no file {} in `generators`", quoted(base)));
        }
        Ok(files)
    }

    /// Files that are written in the entry itself.
    fn written(
        &mut self,
        node: &Node,
        files: &mut BTreeMap<String, Content>,
    ) -> Result<(), String> {
        for entry in node.as_map().unwrap_or_default() {
            let Entry { key, value, .. } = entry;
            if !written().any(|ending| ending == key) || value.is_null() {
                continue;
            }
            let text = match value.as_text() {
                Some(text) if text.is_empty() || text.ends_with('\n') => text.to_owned(),
                Some(text) => format!("{text}\n"),
                None if key == "yaml" => yaml::write(value),
                None if value.get("link").is_some() => {
                    self.warn_once(
                        entry,
                        format!("`{key}` is not made: it is a link, for show only"),
                    );
                    continue;
                }
                None => return Err(format!("`{key}`: expected a string")),
            };
            files.insert(key.clone(), Content::Text(text));
        }
        Ok(())
    }

    fn generator(&self, command: Command, tries: u32) -> Result<Generator, String> {
        let Command { program, arguments, seed_text, .. } = command;
        let (source, along): (PathBuf, _) = match self.programs.get(&program) {
            Some((first, along)) => (first.clone(), along.clone()),
            None => (self.file(&program)?, Vec::new()),
        };
        let seed = seed_text.map_or(SeedPlace::Nowhere, SeedPlace::InPlaceOf);
        let limits = GeneratorLimits::default();
        Ok(Generator { source, along, arguments, seed, leaves: Leaves::Testcase, tries, limits })
    }

    /// The text with what stands for `{{name}}`.
    fn with_constants(&self, text: &str) -> String {
        let mut done = String::new();
        let mut rest = text;
        while let Some(start) = rest.find("{{") {
            let (before, from) = rest.split_at(start);
            done.push_str(before);
            let found = from.find("}}").and_then(|end| {
                let wanted = &from[2..end];
                let constant = self.constants.iter().find(|(name, _)| name == wanted)?;
                Some((&constant.1, end))
            });
            if let Some((value, end)) = found {
                done.push_str(value);
                rest = &from[end + 2..];
            } else {
                done.push('{');
                rest = &from[1..];
            }
        }
        done + rest
    }
}
