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
pub type Edges = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

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
}

/// The modules of a crate.
struct Crate<'a> {
    sources: &'a BTreeMap<String, String>,
    modules: Vec<Module>,
}

/// The uses among files of a crate: `sources` has their texts by path, `lib.rs` among them.
pub fn edges(sources: &BTreeMap<String, String>) -> Edges {
    let mut all = Crate { sources, modules: Vec::new() };
    all.read("lib.rs".into(), "", None);
    let mut edges = Edges::new();
    for source in sources.keys() {
        edges.insert(source.clone(), BTreeMap::new());
    }
    for (number, module) in all.modules.iter().enumerate() {
        let first_words: BTreeSet<&String> = module.paths.iter().map(|path| &path[0]).collect();
        let uses = module.uses.iter().filter(|used| !used.is_public || first_words.contains(&used.name));
        let paths = uses.map(|used| &used.path).chain(module.paths.iter().filter(|p| p.len() > 1));
        for path in paths {
            let Some(Target::Item(other, name)) = all.resolve(number, path, &mut Vec::new()) else {
                continue;
            };
            let other = &all.modules[other].file;
            if *other != module.file {
                let from = edges.entry(module.file.clone()).or_default();
                from.entry(other.clone()).or_default().insert(name);
            }
        }
    }
    edges
}

/// The files that use each other in a ring, ring by ring, the largest first.
pub fn rings(edges: &Edges) -> Vec<Vec<&str>> {
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
    let reached: BTreeMap<&str, _> = edges.keys().map(|file| (file.as_str(), reach(file))).collect();
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

    /// What a path leads to, as written in a module; `None` for other crates and local names.
    /// `seen` holds what is being looked up, as names can lead in a circle.
    fn resolve(
        &self,
        module: usize,
        path: &[String],
        seen: &mut Vec<(usize, String)>,
    ) -> Option<Target> {
        let mut rest = path.iter();
        let mut target = match path[0].as_str() {
            "crate" | "jury" => Target::Module(0),
            "self" => Target::Module(module),
            "super" => Target::Module(self.modules[module].parent?),
            name => self.look_up(module, name, seen)?,
        };
        rest.next();
        while let Target::Module(inner) = target {
            let Some(name) = rest.next() else { break };
            target = match name.as_str() {
                "super" => Target::Module(self.modules[inner].parent?),
                // What no `use` brings in is defined here.
                name if !self.knows(inner, name) => Target::Item(inner, name.to_owned()),
                name => self.look_up(inner, name, seen)?,
            };
        }
        Some(target)
    }

    /// Whether a name is that of a child module or of something brought in.
    fn knows(&self, module: usize, name: &str) -> bool {
        let module = &self.modules[module];
        module.children.contains_key(name) || module.uses.iter().any(|used| used.name == name)
    }

    /// A name in a module that it does not define itself.
    fn look_up(
        &self,
        module: usize,
        name: &str,
        seen: &mut Vec<(usize, String)>,
    ) -> Option<Target> {
        let asked = (module, name.to_owned());
        if seen.contains(&asked) {
            return None;
        }
        seen.push(asked);
        let here = &self.modules[module];
        let found = match here.children.get(name) {
            Some(child) => Some(Target::Module(*child)),
            None => here
                .uses
                .iter()
                .filter(|used| used.name == name)
                .find_map(|used| self.resolve(module, &used.path, seen)),
        };
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
