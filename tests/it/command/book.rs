//! The README and the book in `docs/`: links lead somewhere, commands are ones that `jury` knows, and
//! the chapter on making problems works as it stands.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::common::{self, World};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The README and every chapter, by path below the root.
fn pages() -> Vec<(PathBuf, String)> {
    let chapters = fs::read_dir(root().join("docs")).expect("docs");
    let chapters = chapters.map(|entry| entry.expect("an entry").path());
    let is_page = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "md");
    let mut pages: Vec<PathBuf> = chapters.filter(is_page).collect();
    pages.push(root().join("README.md"));
    pages.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("UTF-8");
        (path.strip_prefix(root()).expect("below the root").to_owned(), text)
    };
    pages.into_iter().map(read).collect()
}

/// The fenced blocks of a page, each with the word after its fence.
fn blocks(text: &str) -> Vec<(&str, &str)> {
    let fenced = text.split("\n```").skip(1).step_by(2);
    fenced.map(|block| block.split_once('\n').expect("a line")).collect()
}

/// A page without its blocks.
fn prose(text: &str) -> String {
    text.split("\n```").step_by(2).collect()
}

/// What links call a heading: its letters, digits, `-` and `_`, with `-` for each space.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn anchors(page: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(page).expect("a page");
    let text = prose(&text);
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings.map(|line| anchor(line.trim_start_matches('#'))).collect()
}

#[test]
fn links_lead_to_files_and_headings() {
    let mut count = 0;
    for (page, text) in pages() {
        for link in prose(&text).split("](").skip(1) {
            let link = link.split(')').next().expect("a link's end");
            if link.starts_with("https://") {
                continue;
            }
            count += 1;
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let page_itself = root().join(&page);
            let folder = page_itself.parent().expect("a folder");
            let target = if file.is_empty() { page_itself.clone() } else { folder.join(file) };
            assert!(target.exists(), "{}: no file `{link}`", page.display());
            assert!(
                heading.is_empty() || anchors(&target).contains(heading),
                "{}: no heading `{link}`",
                page.display()
            );
        }
    }
    assert!(count > 40, "only {count} links were found");
}

#[test]
fn every_chapter_is_in_the_table_of_contents() {
    let summary = fs::read_to_string(root().join("docs/SUMMARY.md")).expect("a summary");
    for (page, _) in pages() {
        let name = page.file_name().and_then(|name| name.to_str()).expect("a name");
        let is_listed = summary.contains(&format!("({name})"));
        assert!(is_listed || matches!(name, "README.md" | "SUMMARY.md"), "{name} is not listed");
    }
}

/// The commands that a line of a shell gives to `jury`, without what redirects them.
fn commands(line: &str) -> Vec<Vec<String>> {
    let line = line.strip_prefix("$ ").unwrap_or(line);
    let words = shlex::split(line).unwrap_or_else(|| panic!("{line}: a quotation mark is missing"));
    let parts = words.split(|word| matches!(word.as_str(), "|" | "&&" | ";"));
    let ours = parts.filter(|part| part.first().is_some_and(|word| word == "jury"));
    let given = |part: &[String]| {
        let words = part.iter().skip(1);
        words.take_while(|word| !matches!(word.as_str(), "<" | ">")).cloned().collect()
    };
    ours.map(given).collect()
}

/// Options and subcommands are known; values are not looked at.
#[test]
fn commands_are_ones_that_jury_knows() {
    let world = World::new(&[]);
    let mut count = 0;
    for (page, text) in pages() {
        let shell = blocks(&text).into_iter().filter(|(word, _)| matches!(*word, "sh" | "console"));
        let lines = shell.flat_map(|(_, block)| block.lines());
        for command in lines.flat_map(commands) {
            count += 1;
            let words: Vec<&str> = command.iter().map(String::as_str).chain(["--help"]).collect();
            let did = common::run(&mut world.command(&words));
            assert_eq!(did.status, 0, "{}: jury {words:?}: {did:#?}", page.display());
        }
    }
    assert!(count > 20, "only {count} commands were found");
}

/// The files that a chapter shows, each with its path in the first line, are there while its commands
/// run, one block after the other.
#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn making_a_problem_works_as_described() {
    let text = fs::read_to_string(root().join("docs/authoring.md")).expect("a chapter");
    let blocks = blocks(&text);
    let files: Vec<(&str, &str)> = blocks
        .iter()
        .filter_map(|(_, block)| Some((block.strip_prefix("# ")?.split_once('\n')?.0, *block)))
        .collect();
    assert_eq!(files.len(), 5, "the files of the interactive problem");
    let world = World::new(&files);
    for (_, block) in blocks.iter().filter(|(word, _)| *word == "sh") {
        let did = common::run(world.shell(block).arg("-e"));
        let finds_something = block.starts_with("jury stress ");
        assert_eq!(did.status, i32::from(finds_something), "{block}{did:#?}");
    }
}

/// The commands that `jury --help` lists.
fn listed() -> BTreeSet<String> {
    let help = World::new(&[]).jury(&["--help"], 0).out;
    let list = help.split("Commands:\n").nth(1).expect("a list of commands");
    let lines = list.lines().take_while(|line| line.starts_with("  "));
    // What a command is for may go on below.
    let names = lines.filter(|line| !line.starts_with("   ")).map(str::trim_start);
    names.filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

#[test]
fn the_readme_names_every_command_and_no_page_another() {
    let known = listed();
    assert!(known.contains("grade") && known.len() > 20, "{known:?}");
    let named = |text: &str| -> BTreeSet<String> {
        let words = text.split("`jury ").skip(1).filter_map(|rest| rest.split([' ', '`']).next());
        words.filter(|word| !word.is_empty()).map(|word| word.trim().to_owned()).collect()
    };
    for (page, text) in pages() {
        let named = named(&prose(&text));
        let is_name = |word: &&String| word.chars().all(|c| c.is_ascii_lowercase());
        let unknown: Vec<_> = named.difference(&known).filter(is_name).collect();
        assert!(unknown.is_empty(), "{}: {unknown:?}", page.display());
        if page == Path::new("README.md") {
            let missing: Vec<_> = known.difference(&named).collect();
            assert!(missing.is_empty(), "not in the README: {missing:?}");
        }
    }
}
