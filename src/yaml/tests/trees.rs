//! Random trees, written in all styles, are read back; and no text makes the reader fail.

use std::fmt::Write as _;

use proptest::prelude::*;

use super::{joined, shape};
use crate::yaml::parse;

/// Trees without places.
#[derive(Debug, Clone)]
enum Tree {
    Plain(String),
    Quoted(String),
    List(Vec<Tree>),
    Map(Vec<(String, Tree)>),
}

impl Tree {
    fn shape(&self) -> String {
        match self {
            Self::Plain(text) => format!("<{text}>"),
            Self::Quoted(text) => format!("{text:?}"),
            Self::List(items) => format!("[{}]", joined(items.iter().map(Self::shape))),
            Self::Map(entries) => {
                let entry = |(key, value): &(String, Self)| format!("{key}:{}", value.shape());
                format!("{{{}}}", joined(entries.iter().map(entry)))
            }
        }
    }

    /// Writes the tree after `key: `, `- ` or at the beginning of a line. The next bit of `styles`
    /// says how, where there is a choice.
    fn write(&self, indent: usize, flow: bool, styles: &mut u64, out: &mut String) {
        let style = *styles & 1 == 1;
        *styles = styles.rotate_right(1);
        match self {
            Self::Plain(text) => out.push_str(text),
            Self::Quoted(text) => quote(text, style, out),
            Self::List(items) if flow || style || items.is_empty() => {
                out.push('[');
                for item in items {
                    item.write(indent, true, styles, out);
                    out.push_str(", ");
                }
                out.push(']');
            }
            Self::Map(entries) if flow || style || entries.is_empty() => {
                out.push('{');
                for (key, value) in entries {
                    quote(key, style, out);
                    out.push_str(": ");
                    value.write(indent, true, styles, out);
                    out.push_str(", ");
                }
                out.push('}');
            }
            Self::List(items) => {
                for item in items {
                    out.push('\n');
                    out.push_str(&" ".repeat(indent));
                    out.push_str("- ");
                    item.write(indent + 2, false, styles, out);
                }
            }
            Self::Map(entries) => {
                for (key, value) in entries {
                    out.push('\n');
                    out.push_str(&" ".repeat(indent));
                    quote(key, style, out);
                    out.push_str(": ");
                    value.write(indent + 1, false, styles, out);
                }
            }
        }
    }
}

/// Writes a text between quotation marks: single ones where they can hold it and are wished for.
fn quote(text: &str, single: bool, out: &mut String) {
    let is_plain = |character: char| matches!(character, ' '..='~' | 'é');
    if single && text.chars().all(is_plain) {
        write!(out, "'{}'", text.replace('\'', "''")).unwrap();
        return;
    }
    out.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            _ if is_plain(character) => out.push(character),
            _ => write!(out, "\\U{:08x}", u32::from(character)).unwrap(),
        }
    }
    out.push('"');
}

fn trees() -> impl Strategy<Value = Tree> {
    let text = prop_oneof![".{0,8}", "[ -~é\u{2028}]{0,8}", "[\n\t\\\\'\": #-]{0,6}"];
    let plain = "[A-Za-z0-9_.+]{1,6}( [a-z0-9é-][#:]?x)?";
    let leaves = prop_oneof![plain.prop_map(Tree::Plain), text.clone().prop_map(Tree::Quoted)];
    leaves.prop_recursive(5, 40, 5, move |inner| {
        let entries = prop::collection::btree_map(text.clone(), inner.clone(), 0..5);
        prop_oneof![
            prop::collection::vec(inner, 0..5).prop_map(Tree::List),
            entries.prop_map(|entries| Tree::Map(entries.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn trees_are_read_as_they_were_written(tree in trees(), styles: u64) {
        let tree = Tree::List(vec![tree]);
        let mut text = String::new();
        tree.write(0, false, &mut { styles }, &mut text);
        let read = parse(text.as_bytes()).map(|document| shape(&document.root));
        prop_assert_eq!(read, Ok(tree.shape()), "{}", text);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "([ \n\t-]|: |[\\]\\[{},&*!|>'\"%@a?:#-]|\\PC){0,40}") {
        match parse(text.as_bytes()) {
            Ok(_) => {}
            Err(bad) => {
                prop_assert!(!bad.to_string().is_empty());
                let lines: Vec<_> = text.split('\n').collect();
                let place = bad.place;
                prop_assert!(place.line >= 1 && place.line <= lines.len(), "{:?}", bad);
                prop_assert!(place.column >= 1 && place.column <= lines[place.line - 1].len() + 1, "{:?}", bad);
            }
        }
    }
}
