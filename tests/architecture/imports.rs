//! Which file of a crate uses what of which other file. Paths are followed as the compiler follows
//! them: `crate::`, `self::`, `super::`, child modules, braces, aliases, and through re-exports to the
//! file that has the thing.
//!
//! To declare a module is not to use it, and neither is a re-export of something that the file itself
//! does not need: a reader of either file needs not know of the other. Not seen are methods: whoever
//! calls one on a value that he was given names no file.

use std::collections::{BTreeMap, BTreeSet};

use super::tokens::{Kind, Token, closing, tokens};

/// For each file, which others it uses, and which names of theirs.
pub(super) type Edges = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// What the files of a crate use.
#[derive(Debug, Default)]
pub(super) struct Uses {
    /// Of each other.
    pub(super) edges: Edges,
    /// Of other crates, as whole paths: `std::env::var`. (Local names that look like them are among
    /// them: `Level::Full`.)
    pub(super) foreign: BTreeMap<String, BTreeSet<String>>,
}

/// A module, which is a file or a part of one.
#[derive(Debug, Default)]
struct Module {
    file: String,
    parent: Option<usize>,
    children: BTreeMap<String, usize>,
    uses: Vec<Use>,
    /// Paths in its code, outside of `use`.
    paths: Vec<Vec<String>>,
}

/// One name that a `use` brings in; `*` for all.
#[derive(Debug)]
struct Use {
    path: Vec<String>,
    name: String,
    is_public: bool,
}

/// What a path leads to.
#[derive(Debug, Clone)]
enum Target {
    Module(usize),
    /// Something that this module defines.
    Item(usize, String),
    /// Something of another crate.
    Foreign(String),
}

/// The modules of a crate.
struct Crate<'a> {
    sources: &'a BTreeMap<String, String>,
    modules: Vec<Module>,
}

/// Reads what the files of a crate use: `sources` has their texts by path, `lib.rs` among them.
pub(super) fn uses(sources: &BTreeMap<String, String>) -> Uses {
    let mut all = Crate { sources, modules: Vec::new() };
    all.read("lib.rs".into(), "", None);
    if sources.contains_key("main.rs") {
        all.read("main.rs".into(), "", None);
    }
    let mut found = Uses::default();
    for (number, module) in all.modules.iter().enumerate() {
        let edges = found.edges.entry(module.file.clone()).or_default();
        for path in module.needed() {
            match all.resolve(number, path, &mut Vec::new()) {
                Some(Target::Item(other, name)) if all.modules[other].file != module.file => {
                    edges.entry(all.modules[other].file.clone()).or_default().insert(name);
                }
                Some(Target::Foreign(path)) => {
                    found.foreign.entry(module.file.clone()).or_default().insert(path);
                }
                _ => {}
            }
        }
    }
    found
}

/// The files that use each other in a ring, ring by ring, the largest first.
pub(super) fn rings(edges: &Edges) -> Vec<Vec<&str>> {
    let reach = |start: &str| {
        let (mut seen, mut next) = (BTreeSet::new(), vec![start.to_owned()]);
        while let Some(file) = next.pop() {
            for other in edges.get(&file).into_iter().flat_map(BTreeMap::keys) {
                if seen.insert(other.clone()) {
                    next.push(other.clone());
                }
            }
        }
        seen
    };
    let reached: BTreeMap<&str, _> =
        edges.keys().map(|file| (file.as_str(), reach(file))).collect();
    let mut rings: Vec<Vec<&str>> = Vec::new();
    for (file, others) in &reached {
        if !others.contains(*file) || rings.iter().any(|ring| ring.contains(file)) {
            continue;
        }
        let back = |other: &&str| others.contains(*other) && reached[*other].contains(*file);
        rings.push(reached.keys().copied().filter(back).collect());
    }
    rings.sort_by_key(|ring| std::cmp::Reverse(ring.len()));
    rings
}

impl Module {
    /// Paths of all that the module needs for itself.
    fn needed(&self) -> impl Iterator<Item = &Vec<String>> {
        let first_words: BTreeSet<&String> = self.paths.iter().map(|path| &path[0]).collect();
        let is_needed = move |used: &&Use| !used.is_public || first_words.contains(&used.name);
        let uses = self.uses.iter().filter(is_needed).map(|used| &used.path);
        uses.chain(self.paths.iter().filter(|path| path.len() > 1))
    }

    /// Whether a name is that of a child module or of something brought in.
    fn knows(&self, name: &str) -> bool {
        self.children.contains_key(name) || self.uses.iter().any(|used| used.name == name)
    }
}

impl Crate<'_> {
    /// Reads a file as a module whose child modules stand in this folder.
    fn read(&mut self, file: String, folder: &str, parent: Option<usize>) -> usize {
        let text = &self.sources[&file];
        let tokens = tokens(text);
        self.add(file, parent, &tokens, folder)
    }

    fn add(
        &mut self,
        file: String,
        parent: Option<usize>,
        tokens: &[Token],
        folder: &str,
    ) -> usize {
        let number = self.modules.len();
        self.modules.push(Module { file, parent, ..Module::default() });
        let mut at = 0;
        while at < tokens.len() {
            at = self.take(number, tokens, at, folder);
        }
        number
    }

    /// Reads what stands here in a module: gives the place behind it.
    fn take(&mut self, module: usize, tokens: &[Token], at: usize, folder: &str) -> usize {
        let Some(word) = tokens[at].word() else { return at + 1 };
        let name = tokens.get(at + 1).and_then(Token::word);
        let before = at.checked_sub(1).map(|before| &tokens[before]);
        match (word, name) {
            ("mod", Some(name)) => self.child(module, name, tokens, at + 2, folder),
            ("use", _) if !tokens[at + 1].is('<') => {
                let is_public = before.is_some_and(|token| token.is_word("pub") || token.is(')'));
                let mut found = Vec::new();
                let end = tree(tokens, at + 1, &[], &mut found);
                let uses = found.into_iter().map(|(path, name)| Use { path, name, is_public });
                self.modules[module].uses.extend(uses);
                end
            }
            // A field, a method, or the rest of a path that began with a type.
            _ if before.is_some_and(|token| token.is('.') || token.kind == Kind::Colons) => at + 1,
            _ => {
                let (path, end) = path(tokens, at);
                self.modules[module].paths.push(path);
                end
            }
        }
    }

    /// A module that is declared here: its body, or its semicolon, stands at `at`.
    fn child(
        &mut self,
        module: usize,
        name: &str,
        tokens: &[Token],
        at: usize,
        folder: &str,
    ) -> usize {
        let below = format!("{folder}{name}/");
        let (child, end) = if tokens[at].is('{') {
            let (file, end) = (self.modules[module].file.clone(), closing(tokens, at));
            (self.add(file, Some(module), &tokens[at + 1..end], &below), end)
        } else {
            let files = [format!("{folder}{name}.rs"), format!("{below}mod.rs")];
            let file = files.into_iter().find(|file| self.sources.contains_key(file));
            let file = file.unwrap_or_else(|| panic!("no file of module `{name}` in {folder}"));
            (self.read(file, &below, Some(module)), at)
        };
        self.modules[module].children.insert(name.to_owned(), child);
        end + 1
    }

    /// What a path leads to, as written in a module. `seen` holds what is being looked up: `None`
    /// where names lead in a circle.
    fn resolve(
        &self,
        module: usize,
        path: &[String],
        seen: &mut Vec<(usize, String)>,
    ) -> Option<Target> {
        let mut target = match path[0].as_str() {
            "crate" | "jury" => Target::Module(0),
            "self" => Target::Module(module),
            "super" => Target::Module(self.modules[module].parent?),
            name if self.modules[module].knows(name) => self.look_up(module, name, seen)?,
            name => Target::Foreign(name.to_owned()),
        };
        for name in &path[1..] {
            target = match target {
                Target::Module(inner) if name == "super" => {
                    Target::Module(self.modules[inner].parent?)
                }
                Target::Module(inner) if self.modules[inner].knows(name) => {
                    self.look_up(inner, name, seen)?
                }
                Target::Module(inner) => Target::Item(inner, name.clone()),
                Target::Foreign(path) => Target::Foreign(format!("{path}::{name}")),
                // A variant, or a function of a type.
                item @ Target::Item(..) => item,
            };
        }
        Some(target)
    }

    /// A name that a module knows and does not define.
    fn look_up(
        &self,
        module: usize,
        name: &str,
        seen: &mut Vec<(usize, String)>,
    ) -> Option<Target> {
        let here = &self.modules[module];
        if let Some(child) = here.children.get(name) {
            return Some(Target::Module(*child));
        }
        let asked = (module, name.to_owned());
        if seen.contains(&asked) {
            return None;
        }
        seen.push(asked);
        let uses = here.uses.iter().filter(|used| used.name == name);
        let found = uses.map(|used| &used.path).find_map(|path| self.resolve(module, path, seen));
        seen.pop();
        found
    }
}

/// A path of names from here on, and where it ends.
fn path(tokens: &[Token], at: usize) -> (Vec<String>, usize) {
    let mut path: Vec<String> = tokens[at].word().map(str::to_owned).into_iter().collect();
    let mut end = at + 1;
    while let Some([colons, next]) = tokens.get(end..end + 2)
        && colons.kind == Kind::Colons
        && let Some(word) = next.word()
    {
        path.push(word.to_owned());
        end += 2;
    }
    (path, end)
}

/// The names that a `use` brings in from here on, each with its path, and where they end.
fn tree(
    tokens: &[Token],
    mut at: usize,
    prefix: &[String],
    found: &mut Vec<(Vec<String>, String)>,
) -> usize {
    let mut path = prefix.to_vec();
    loop {
        match &tokens[at].kind {
            Kind::Mark('{') => {
                let end = closing(tokens, at);
                at += 1;
                while at < end {
                    at = tree(tokens, at, &path, found);
                    at += usize::from(tokens[at].is(','));
                }
                return end + 1;
            }
            Kind::Mark('*') => {
                path.push("*".to_owned());
                found.push((path, "*".to_owned()));
                return at + 1;
            }
            Kind::Word(word) if word == "as" => {
                let alias = tokens[at + 1].word().unwrap_or("_").to_owned();
                found.push((path, alias));
                return at + 2;
            }
            Kind::Word(word) => path.push(word.clone()),
            Kind::Colons => {}
            _ => {
                if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
                    path.pop();
                }
                let name = path.last().cloned().unwrap_or_default();
                found.push((path, name));
                return at;
            }
        }
        at += 1;
    }
}

/// Reads small crates: each file is its path and its text.
#[track_caller]
fn case(files: &[(&str, &str)], edges: &[&str]) {
    let sources = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
    let found = uses(&sources.collect());
    let mut lines = Vec::new();
    for (file, others) in &found.edges {
        for (other, names) in others {
            let names: Vec<_> = names.iter().map(String::as_str).collect();
            lines.push(format!("{file} -> {other}: {}", names.join(" ")));
        }
    }
    assert_eq!(lines, edges);
}

#[test]
fn paths_are_followed_to_where_things_are() {
    let lib = ("lib.rs", "pub mod a; pub mod b;");
    let b = ("b.rs", "pub struct B; pub enum E { F } pub fn f() {}");
    case(&[lib, ("a.rs", "use crate::b::B;"), b], &["a.rs -> b.rs: B"]);
    case(
        &[lib, ("a.rs", "use super::b::{self, E::F}; fn x() { b::f() }"), b],
        &["a.rs -> b.rs: E f"],
    );
    case(&[lib, ("a.rs", "use super::{b::{B as C, f}}; "), b], &["a.rs -> b.rs: B f"]);
    case(
        &[lib, ("a.rs", "use crate::b as c; fn x() { c::f(); std::b::f() }"), b],
        &["a.rs -> b.rs: f"],
    );
    case(
        &[lib, ("a.rs", "fn x() -> crate::b::B { super::b::E::F; y.b.f }"), b],
        &["a.rs -> b.rs: B E"],
    );
    case(
        &[lib, ("a.rs", "mod inner { fn x() { super::super::b::f() } }"), b],
        &["a.rs -> b.rs: f"],
    );
    case(&[lib, ("a.rs", "use crate::b::*;"), b], &["a.rs -> b.rs: *"]);
    // Comments, texts and tests are no code.
    let tests = "// b::f\n#[cfg(test)] mod tests { use crate::b::B; } fn x() { \"crate::b::f\"; }";
    case(&[lib, ("a.rs", tests), b], &[]);
}

#[test]
fn re_exports_lead_to_the_file_behind_them_and_bind_nobody() {
    let lib = ("lib.rs", "pub mod a; pub mod b;");
    let b = ("b/mod.rs", "mod c; pub use c::C; pub(super) use self::c::D as E;");
    let c = ("b/c.rs", "pub struct C; pub struct D; use super::super::a::A;");
    let a = ("a.rs", "pub struct A; use crate::b::{C, E};");
    case(&[lib, a, b, c], &["a.rs -> b/c.rs: C D", "b/c.rs -> a.rs: A"]);
    // Who needs for himself what he re-exports is bound.
    let b = ("b/mod.rs", "mod c; pub use c::C; fn x() -> C {}");
    case(&[lib, ("a.rs", ""), b, ("b/c.rs", "pub struct C;")], &["b/mod.rs -> b/c.rs: C"]);
    // Names that lead in a circle end.
    case(
        &[lib, ("a.rs", "pub use crate::b::X;"), ("b.rs", "pub use crate::a::X; fn x() { X }")],
        &[],
    );
}

#[test]
fn paths_of_other_crates_are_whole() {
    let text =
        "use std::{env, process::Command as C}; use std::env::var as v; fn x() { env::args(); }";
    let sources = [("lib.rs".to_owned(), text.to_owned())].into();
    let found: Vec<_> = uses(&sources).foreign.remove("lib.rs").unwrap().into_iter().collect();
    assert_eq!(found, ["std::env", "std::env::args", "std::env::var", "std::process::Command"]);
}

#[test]
fn rings_are_found_whatever_their_length() {
    let edges = |pairs: &[(&str, &str)]| {
        let mut edges = Edges::new();
        for (file, other) in pairs {
            edges.entry((*other).to_owned()).or_default();
            let others = edges.entry((*file).to_owned()).or_default();
            others.insert((*other).to_owned(), BTreeSet::new());
        }
        edges
    };
    assert!(rings(&edges(&[("a", "b"), ("b", "c"), ("a", "c")])).is_empty());
    let all = edges(&[("a", "b"), ("b", "a"), ("c", "d"), ("d", "e"), ("e", "c"), ("e", "a")]);
    assert_eq!(rings(&all), [vec!["c", "d", "e"], vec!["a", "b"]]);
}
