//! Generators of cases: programs that write the input to standard output, and the answer to standard error.

use super::super::sheet::{Sheet, quoted};
use crate::problem::complaint::{Complaints, Wrong};
use crate::problem::folder::Folder;
use crate::problem::{Generator, Leaves};
use crate::yaml::{Node, Value};

/// The generator that a node names, with these arguments; what is wrong is complained of.
pub(super) fn read(
    folder: &Folder,
    sheet: &Sheet,
    (named, arguments): (&Node, Option<&Node>),
    complaints: &mut Complaints,
) -> Option<Generator> {
    let mut files = named;
    if let Value::Map(entries) = &named.value {
        for entry in entries {
            let key = entry.key.as_str();
            if key == "flags" && !entry.value.is_empty() {
                let words = "`flags`: arguments of compilers are not passed on";
                complaints.at(&sheet.origin_of_key(entry), words);
            }
        }
        let Some(source) = named.get("source") else {
            complaints.at(&sheet.origin(named), "`generator`: missing key `source`");
            return None;
        };
        files = source;
    }
    let one = std::slice::from_ref(files);
    let listed = files.as_list().unwrap_or(one);
    let mut sources = Vec::new();
    for node in listed {
        let Some(name) = node.as_text() else {
            complaints.at(&sheet.origin(node), "`generator`: expected the name of a file");
            return None;
        };
        let complain = |wrong: Wrong| complaints.at(&sheet.origin(node), wrong.of_key("generator"));
        sources.push(folder.inside(name).map_err(complain).ok()?);
    }
    let mut sources = sources.into_iter();
    let Some(source) = sources.next() else {
        complaints.at(&sheet.origin(named), "`generator`: expected a file, or a list of files");
        return None;
    };
    let own = arguments.or_else(|| named.get("args")).filter(|node| !node.is_null());
    let words = match own.map(|node| (node, node.as_list())) {
        None => Vec::new(),
        Some((_, Some(items))) => items.iter().map(word).collect::<Option<_>>().unwrap_or_default(),
        Some((node, None)) => {
            let found = node.as_text().map_or_else(|| node.value.kind().to_owned(), quoted);
            let words = format!("`generator_args`: expected a list of arguments, found {found}");
            complaints.at(&sheet.origin(node), words);
            return None;
        }
    };
    let called = Generator::called(source, words);
    Some(Generator { along: sources.collect(), leaves: Leaves::AnswerOnErrors, ..called })
}

/// An argument as Python writes it.
fn word(node: &Node) -> Option<String> {
    Some(match node.as_bool() {
        Some(true) => "True".to_owned(),
        Some(false) => "False".to_owned(),
        None => node.as_text()?.to_owned(),
    })
}
