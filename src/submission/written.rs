//! Reads a table of languages: TOML by serde types, then what these cannot say, told all at once with
//! line and column.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use jury_checkers::place_of;
use serde::Deserialize;
use toml::Spanned;

use super::error::{LanguagesError, Mistake};
use super::language::{BuildOutput, Condition, Language, Line, Needs, Probe, Tool};
use super::opening::Sign;
use super::reader::Reader;
use super::sound::{TIME_FACTOR, is_time_factor, mistakes_in};
use crate::nearest::unknown;

/// A whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    time_factor: Option<Spanned<f64>>,
    #[serde(default)]
    language: Vec<WrittenLanguage>,
}

/// An entry. What is not said is as in the language that this one is like.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenLanguage {
    name: Spanned<String>,
    title: Option<String>,
    like: Option<Spanned<String>>,
    endings: Option<Spanned<Vec<String>>>,
    time_factor: Option<Spanned<f64>>,
    interpreters: Option<Vec<String>>,
    signs: Option<Vec<Spanned<String>>>,
    single: Option<Spanned<String>>,
    leaders: Option<Vec<String>>,
    follows: Option<Spanned<String>>,
    executables: Option<bool>,
    scripts: Option<bool>,
    answers: Option<bool>,
    kattis: Option<Vec<String>>,
    kattis_endings: Option<Vec<String>>,
    kattis_parts: Option<Vec<String>>,
    kattis_for: Option<String>,
    reader: Option<Reader>,
    tools: Option<Spanned<Vec<Tool>>>,
    probes: Option<Vec<Spanned<WrittenProbe>>>,
    version: Option<Spanned<Vec<String>>>,
    visible: Option<Spanned<Vec<String>>>,
    settings: Option<Spanned<Vec<String>>>,
    build: Option<Spanned<Vec<String>>>,
    keeps: Option<Spanned<BuildOutput>>,
    run: Option<Spanned<Vec<String>>>,
    build_environment: Option<Spanned<BTreeMap<String, String>>>,
    run_environment: Option<Spanned<BTreeMap<String, String>>>,
    idle: Option<String>,
    crash: Option<Vec<String>>,
    out_of_memory: Option<Vec<String>>,
}

/// A probe, of which only some keys go together.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenProbe {
    ask: Option<Vec<String>>,
    file: Option<String>,
    stamp: Option<String>,
    #[serde(default)]
    words: BTreeMap<String, String>,
    word: Option<String>,
    value: Option<String>,
    #[serde(default)]
    if_file: bool,
    if_release: Option<String>,
    #[serde(default)]
    if_paths: Vec<Vec<String>>,
}

/// What a file says.
#[derive(Debug)]
pub(super) struct Said {
    /// The time factor of every language whose entry says none, and of those without entry.
    pub(super) time_factor: Option<f64>,
    /// The entries, in order.
    pub(super) languages: Vec<Language>,
}

/// Whose file it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Author {
    /// Ours: shipped.
    Jury,
    /// Ours, too, but only where the user asks for it.
    Profile,
    /// The user, who may say what is asked of his machine.
    User,
    /// The setter of a problem, who may not.
    Package,
}

/// What a file says. `known` are the languages that its entries may be like, beside each other; `path`
/// is how mistakes name the file.
///
/// # Errors
/// All mistakes of the file; of its syntax only the first.
pub(super) fn read(
    path: &Path,
    text: &str,
    author: Author,
    known: &[Arc<Language>],
) -> Result<Said, LanguagesError> {
    let mut sheet = Sheet { path, text, author, mistakes: Vec::new() };
    let mut languages: Vec<Language> = Vec::new();
    let mut time_factor = None;
    match toml::from_str::<Written>(text) {
        Err(error) => sheet.mistake(error.span().map_or(0, |span| span.start), error.message()),
        Ok(written) => {
            if let Some(factor) = written.time_factor {
                sheet.check_time_factor(&factor);
                time_factor = Some(factor.into_inner());
            }
            for entry in written.language {
                let name = entry.name.get_ref();
                if languages.iter().any(|language| language.name == *name) {
                    let message = format!("duplicate language `{name}`");
                    sheet.mistake(entry.name.span().start, message);
                }
                sheet.check_rights(&entry);
                let base = sheet.base(&entry, &languages, known);
                let base =
                    Language { time_factor: time_factor.unwrap_or(base.time_factor), ..base };
                languages.push(sheet.language(entry, base));
            }
        }
    }
    if sheet.mistakes.is_empty() {
        Ok(Said { time_factor, languages })
    } else {
        Err(LanguagesError::Wrong(sheet.mistakes))
    }
}

/// A release such as `1.85`, as the first number in a text has it.
pub(super) fn release(text: &str) -> Vec<u32> {
    let from = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
    let number = text[from..].split(|c: char| !c.is_ascii_digit() && c != '.').next();
    number.unwrap_or_default().split('.').map_while(|part| part.parse().ok()).collect()
}

/// A file being read, with what is wrong in it.
struct Sheet<'a> {
    path: &'a Path,
    text: &'a str,
    author: Author,
    mistakes: Vec<Mistake>,
}

impl Sheet<'_> {
    fn mistake(&mut self, offset: usize, message: impl Into<String>) {
        let place = place_of(self.text.as_bytes(), offset);
        self.mistakes.push(Mistake { path: self.path.into(), place, message: message.into() });
    }

    /// What a package says is run in slots only: the tools are those of a known language.
    fn check_rights(&mut self, entry: &WrittenLanguage) {
        let needs = ["tools", "probes", "version", "visible", "settings"];
        let places = entry.places();
        let says = needs.iter().find_map(|key| Some((key, *places.get(key)?)));
        match says {
            _ if self.author != Author::Package => {}
            Some((key, place)) => {
                let message = format!(
                    "`{key}`: not allowed in a package, since it runs commands on the judge's \
                     machine"
                );
                self.mistake(place, message);
            }
            None if entry.like.is_none() => {
                let message = "expected `like` with the name of a known language: a package cannot \
                     bring tools of its own";
                self.mistake(entry.name.span().start, message);
            }
            None => {}
        }
    }

    fn check_time_factor(&mut self, written: &Spanned<f64>) {
        let factor = *written.get_ref();
        if !is_time_factor(factor) {
            self.mistake(written.span().start, format!("`time_factor`: {TIME_FACTOR}"));
        }
    }

    /// What an entry starts from: the language that it is like, or nothing at all.
    fn base(
        &mut self,
        entry: &WrittenLanguage,
        above: &[Language],
        known: &[Arc<Language>],
    ) -> Language {
        let Some(like) = &entry.like else { return blank() };
        let all = || above.iter().chain(known.iter().map(AsRef::as_ref));
        let found = all().find(|language| language.name == *like.get_ref()).cloned();
        found.unwrap_or_else(|| {
            let names: Vec<&str> = all().map(|language| language.name.as_str()).collect();
            let message = unknown("language", like.get_ref(), names);
            self.mistake(like.span().start, message);
            blank()
        })
    }

    fn language(&mut self, entry: WrittenLanguage, base: Language) -> Language {
        let places = (self.author != Author::Jury).then(|| entry.places());
        let probes = entry.probes.map(|probes| {
            probes.into_iter().filter_map(|probe| self.probe(probe)).collect::<Vec<_>>()
        });
        let signs = entry.signs.map(|signs| {
            signs.into_iter().filter_map(|sign| self.sign("signs", &sign)).collect::<Vec<_>>()
        });
        let follows = entry.follows.and_then(|sign| self.sign("follows", &sign));
        let name = entry.name.into_inner();
        // By these others are told apart from the language that they are like.
        let own = if base.name == name { base.clone() } else { blank() };
        let title = if own.title.is_empty() { name.clone() } else { own.title };
        let build = entry.build.map_or(base.build, Spanned::into_inner);
        let keeps = match entry.keeps.map(Spanned::into_inner) {
            Some(keeps) => keeps,
            None if entry.like.is_some() => base.keeps,
            None if build.is_empty() => BuildOutput::Sources,
            None => BuildOutput::Output,
        };
        let endings = entry.endings.map_or(base.endings, Spanned::into_inner);
        let single = match endings.first() {
            Some(ending) if base.single.is_empty() => format!("main.{ending}"),
            _ => base.single,
        };
        let language = Language {
            title: entry.title.unwrap_or(title),
            name,
            endings,
            time_factor: entry.time_factor.map_or(base.time_factor, Spanned::into_inner),
            added_by: (self.author != Author::Jury).then(|| self.path.into()),
            interpreters: entry.interpreters.unwrap_or(base.interpreters),
            signs: signs.unwrap_or(own.signs),
            single: entry.single.map_or(single, Spanned::into_inner),
            leaders: entry.leaders.unwrap_or(base.leaders),
            follows: follows.or(base.follows),
            executables: entry.executables.unwrap_or(base.executables),
            scripts: entry.scripts.unwrap_or(base.scripts),
            answers: entry.answers.unwrap_or(base.answers),
            kattis: entry.kattis.unwrap_or(base.kattis),
            kattis_endings: entry.kattis_endings.unwrap_or(own.kattis_endings),
            kattis_parts: entry.kattis_parts.unwrap_or(own.kattis_parts),
            kattis_for: entry.kattis_for.or(own.kattis_for),
            reader: entry.reader.or(base.reader),
            needs: Needs {
                tools: entry.tools.map_or(base.needs.tools, Spanned::into_inner),
                probes: probes.unwrap_or(base.needs.probes),
                version: entry.version.map_or(base.needs.version, Spanned::into_inner),
                visible: entry.visible.map_or(base.needs.visible, Spanned::into_inner),
                settings: entry.settings.map_or(base.needs.settings, Spanned::into_inner),
                said_by: match self.author {
                    Author::Jury => None,
                    Author::User => Some(self.path.into()),
                    // It asks the tools of the language that it changes.
                    Author::Profile | Author::Package => base.needs.said_by,
                },
            },
            build,
            keeps,
            run: entry.run.map_or(base.run, Spanned::into_inner),
            build_environment: pairs(entry.build_environment, base.build_environment),
            run_environment: pairs(entry.run_environment, base.run_environment),
            idle: entry.idle.or(base.idle),
            crash: entry.crash.unwrap_or(base.crash),
            out_of_memory: entry.out_of_memory.unwrap_or(base.out_of_memory),
            not_its_own: BTreeSet::new(),
        };
        // The shipped ones are looked through by a test rather than by every command.
        if let Some(places) = places {
            for (key, message) in mistakes_in(&language) {
                let place = places.get(key).or(places.get("name"));
                self.mistake(place.copied().unwrap_or(0), format!("`{key}`: {message}"));
            }
        }
        language
    }

    fn sign(&mut self, key: &str, sign: &Spanned<String>) -> Option<Sign> {
        let read = Sign::read(sign.get_ref());
        read.map_err(|why| self.mistake(sign.span().start, format!("`{key}`: {why}"))).ok()
    }

    fn probe(&mut self, probe: Spanned<WrittenProbe>) -> Option<Probe> {
        let place = probe.span().start;
        let WrittenProbe { ask, file, stamp, words, word, value, if_file, if_release, if_paths } =
            probe.into_inner();
        let conditional = if_file || if_release.is_some() || !if_paths.is_empty();
        let is_plain = value.is_none() && !conditional;
        let lines = words.into_iter().map(|(word, beginning)| Line { word, beginning });
        let lines: Vec<Line> = lines.collect();
        match (ask, file, stamp, word) {
            (Some(command), None, None, None) if is_plain && !lines.is_empty() => {
                Some(Probe::Ask { command, lines })
            }
            (None, Some(path), None, None) if is_plain && !lines.is_empty() => {
                Some(Probe::File { path, lines })
            }
            (None, None, Some(path), Some(word)) if is_plain && lines.is_empty() => {
                Some(Probe::Stamp { word, path })
            }
            (None, None, None, Some(word)) if lines.is_empty() => {
                let file = if_file.then_some(Condition::IsFile);
                let release = if_release.map(|text| Condition::Release(release(&text)));
                let paths = if_paths.into_iter().map(Condition::Path);
                let when = file.into_iter().chain(release).chain(paths).collect();
                Some(Probe::Word { word, value, when })
            }
            _ => {
                let message = "expected a probe: `ask` with `words`, `file` with `words`, \
                     `stamp` with `word`, or `word` with `value` and conditions";
                self.mistake(place, message);
                None
            }
        }
    }
}

impl WrittenLanguage {
    /// Where the keys that can be wrong are written.
    fn places(&self) -> BTreeMap<&'static str, usize> {
        fn start<T>(value: Option<&Spanned<T>>) -> Option<usize> {
            value.map(|value| value.span().start)
        }
        let name = self.name.span().start;
        let probes = self.probes.as_ref();
        let probes = probes.map(|all| all.first().map_or(name, |probe| probe.span().start));
        let places = [
            ("name", Some(name)),
            ("endings", start(self.endings.as_ref())),
            ("time_factor", start(self.time_factor.as_ref())),
            ("single", start(self.single.as_ref())),
            ("tools", start(self.tools.as_ref())),
            ("probes", probes),
            ("version", start(self.version.as_ref())),
            ("visible", start(self.visible.as_ref())),
            ("settings", start(self.settings.as_ref())),
            ("build", start(self.build.as_ref())),
            ("keeps", start(self.keeps.as_ref())),
            ("run", start(self.run.as_ref())),
            ("build_environment", start(self.build_environment.as_ref())),
            ("run_environment", start(self.run_environment.as_ref())),
        ];
        places.into_iter().filter_map(|(key, place)| Some((key, place?))).collect()
    }
}

/// A language of which nothing is said.
fn blank() -> Language {
    Language {
        name: String::new(),
        title: String::new(),
        endings: Vec::new(),
        time_factor: 1.0,
        added_by: None,
        interpreters: Vec::new(),
        signs: Vec::new(),
        single: String::new(),
        leaders: Vec::new(),
        follows: None,
        executables: false,
        scripts: false,
        answers: false,
        kattis: Vec::new(),
        kattis_endings: Vec::new(),
        kattis_parts: Vec::new(),
        kattis_for: None,
        reader: None,
        needs: Needs::default(),
        build: Vec::new(),
        keeps: BuildOutput::Sources,
        run: Vec::new(),
        build_environment: Vec::new(),
        run_environment: Vec::new(),
        idle: None,
        crash: Vec::new(),
        out_of_memory: Vec::new(),
        not_its_own: BTreeSet::new(),
    }
}

fn pairs(
    written: Option<Spanned<BTreeMap<String, String>>>,
    base: Vec<(String, String)>,
) -> Vec<(String, String)> {
    written.map_or(base, |written| written.into_inner().into_iter().collect())
}
