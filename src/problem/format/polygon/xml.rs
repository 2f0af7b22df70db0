//! `problem.xml` as elements with their places.

use std::rc::Rc;

use std::path::Path;

use jury_checkers::Place;
use roxmltree::{Document, Node};

use crate::problem::complaint::{Complaints, Origin};
use crate::problem::draft::Found;

/// An element of the file.
#[derive(Clone)]
pub(super) struct Element<'a> {
    node: Node<'a, 'a>,
    file: &'a Rc<Path>,
}

impl<'a> Element<'a> {
    /// The outermost one.
    pub(super) fn root(document: &'a Document<'a>, file: &'a Rc<Path>) -> Self {
        Self { node: document.root_element(), file }
    }

    pub(super) fn name(&self) -> &'a str {
        self.node.tag_name().name()
    }

    /// Where it begins.
    pub(super) fn origin(&self) -> Origin {
        self.at(self.node.range().start)
    }

    fn at(&self, byte: usize) -> Origin {
        let found = self.node.document().text_pos_at(byte);
        let place = Place { line: found.row as usize, column: found.col as usize };
        Origin { file: Rc::clone(self.file), place: Some(place) }
    }

    /// Its elements of this name.
    pub(super) fn all(&self, name: &'a str) -> impl Iterator<Item = Self> + use<'a> {
        let file = self.file;
        let children = self.node.children().filter(move |node| node.has_tag_name(name));
        children.map(move |node| Self { node, file })
    }

    /// The first of its elements of this name.
    pub(super) fn first(&self, name: &'a str) -> Option<Self> {
        self.all(name).next()
    }

    /// The element to which these names lead, the first of each.
    pub(super) fn down(&self, names: &[&'a str]) -> Option<Self> {
        names.iter().try_fold(self.clone(), |element, name| element.first(name))
    }

    /// An attribute that is not empty.
    pub(super) fn attribute(&self, name: &str) -> Option<Found<String>> {
        let attribute = self.node.attribute_node(name)?;
        let value = attribute.value().trim();
        let origin = self.at(attribute.range_value().start);
        (!value.is_empty()).then(|| Found { value: value.to_owned(), origin })
    }

    /// The same, without its place.
    pub(super) fn value(&self, name: &str) -> Option<String> {
        self.attribute(name).map(|found| found.value)
    }

    /// An attribute that there must be.
    pub(super) fn needed(&self, name: &str, complaints: &mut Complaints) -> Option<Found<String>> {
        let found = self.attribute(name);
        if found.is_none() {
            let message = format!("<{}>: missing attribute `{name}`", self.name());
            complaints.at(&self.origin(), message);
        }
        found
    }

    /// The text of its element of this name.
    pub(super) fn text(&self, name: &'a str) -> Option<Found<String>> {
        let element = self.first(name)?;
        let text = element.node.text()?.trim();
        let origin = element.origin();
        (!text.is_empty()).then(|| Found { value: text.to_owned(), origin })
    }

    /// A number in an attribute.
    pub(super) fn number<T: std::str::FromStr>(
        &self,
        name: &str,
        what: &str,
        complaints: &mut Complaints,
    ) -> Option<T> {
        let Found { value, origin } = self.attribute(name)?;
        let number = value.parse().ok();
        if number.is_none() {
            let message = format!("`{name}`: expected {what}, found `{}`", value.escape_debug());
            complaints.at(&origin, message);
        }
        number
    }
}
