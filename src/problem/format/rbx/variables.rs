//! The variables of a package and of its groups: for validators as arguments, for programs as a header.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::python::{self, Number};
use crate::problem::complaint::{Complaints, Origin};
use crate::problem::format::sheet::Sheet;
use crate::yaml::{self, Node, Value as Written};

/// Why a variable that is an expression in Python says nothing here.
const NO_VALUE: &str =
    "an expression in Python that is more than arithmetic is not evaluated: write its value";

/// Most variables of which each is made of the next one.
const DEEPEST: usize = 100;

/// What a variable says.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Truth(bool),
    Number(Number),
    Text(String),
}

impl Value {
    /// As rbx gives it to programs. The libraries of generators and validators read no other words for truth.
    fn text(&self) -> String {
        match self {
            Self::Truth(truth) => u8::from(*truth).to_string(),
            Self::Number(number) => number.text(),
            Self::Text(text) => text.clone(),
        }
    }
}

#[derive(Debug, Clone)]
struct Variable {
    /// The whole name: `N.max`.
    name: String,
    node: Node,
    origin: Origin,
    value: Result<Value, &'static str>,
    /// Whether it is told here that it has no value.
    is_told: bool,
}

/// The variables that hold in one place, in the order in which they stand there.
#[derive(Debug, Clone, Default)]
pub(super) struct Variables {
    all: Vec<Variable>,
}

impl Variables {
    /// Those of the package.
    pub(super) fn of(sheet: &Sheet) -> Self {
        Self { all: listed(sheet) }.evaluated()
    }

    /// Those that hold in a group: its own take the place of the package's, also in what these are made of.
    pub(super) fn with(&self, group: &Sheet) -> Self {
        let of_package = self.all.iter().cloned();
        let of_package =
            of_package.map(|variable| Variable { is_told: variable.value.is_ok(), ..variable });
        let mut all: Vec<Variable> = of_package.collect();
        for own in listed(group) {
            match all.iter_mut().find(|variable| variable.name == own.name) {
                Some(variable) => *variable = own,
                None => all.push(own),
            }
        }
        Self { all }.evaluated()
    }

    fn evaluated(mut self) -> Self {
        let names = self.all.iter().enumerate().map(|(at, one)| (one.name.as_str(), at));
        let known = RefCell::new(vec![None; self.all.len()]);
        let values = Values { all: &self.all, names: names.collect(), known };
        let found: Vec<_> = (0..self.all.len()).map(|at| values.of(at, 0)).collect();
        for (variable, value) in self.all.iter_mut().zip(found) {
            variable.value = value;
        }
        self
    }

    /// Each with its value, or what is wrong with it, and where it stands.
    pub(super) fn values(
        &self,
    ) -> impl Iterator<Item = (&str, &Result<Value, &'static str>, &Origin)> {
        self.all.iter().map(|one| (one.name.as_str(), &one.value, &one.origin))
    }

    /// As arguments of validators: `--N.max=10`.
    pub(super) fn arguments(&self, complaints: &mut Complaints) -> Vec<String> {
        let mut all = Vec::new();
        for Variable { name, origin, value, is_told, .. } in &self.all {
            match value {
                Ok(value) => all.push(format!("--{name}={}", value.text())),
                Err(wrong) if *is_told => {
                    let words = format!("`vars`: `{name}`: {wrong}; validators do not get it");
                    complaints.warn_at(origin, words);
                }
                Err(_) => {}
            }
        }
        all
    }
}

/// What a sheet says of variables.
fn listed(sheet: &Sheet) -> Vec<Variable> {
    fn add(prefix: &str, node: &Node, sheet: &Sheet, all: &mut Vec<Variable>) {
        for entry in node.as_map().unwrap_or_default() {
            let name = format!("{prefix}{}", entry.key);
            if entry.value.as_map().is_some() {
                add(&format!("{name}."), &entry.value, sheet, all);
            } else {
                let (node, origin) = (entry.value.clone(), sheet.origin(&entry.value));
                all.push(Variable { name, node, origin, value: Err(NO_VALUE), is_told: true });
            }
        }
    }
    let mut all = Vec::new();
    if let Some(node) = sheet.get("vars") {
        add("", node, sheet, &mut all);
    }
    all
}

/// The values of variables, each of which is found once.
struct Values<'a> {
    all: &'a [Variable],
    names: BTreeMap<&'a str, usize>,
    known: RefCell<Vec<Option<Result<Value, &'static str>>>>,
}

impl Values<'_> {
    /// The value of a variable, for which so many others wait.
    fn of(&self, at: usize, waiting: usize) -> Result<Value, &'static str> {
        if let Some(known) = &self.known.borrow()[at] {
            return known.clone();
        }
        // One that waits for itself has none.
        self.known.borrow_mut()[at] = Some(Err(NO_VALUE));
        let value = self.find(&self.all[at].node, waiting);
        self.known.borrow_mut()[at] = Some(value.clone());
        value
    }

    fn find(&self, node: &Node, waiting: usize) -> Result<Value, &'static str> {
        let text = node.as_text().filter(|_| !node.is_null());
        let text = text.ok_or("expected a number, a text, or `true` or `false`")?;
        let is_plain = matches!(&node.value, Written::Scalar(scalar) if scalar.plain);
        if let Some(truth) = node.as_bool() {
            return Ok(Value::Truth(truth));
        }
        if let Some(number) = node.as_number().filter(|_| is_plain) {
            return Ok(plain(number, text));
        }
        let Some(expression) = python::expression(text) else {
            return Ok(Value::Text(text.strip_prefix('\\').unwrap_or(text).to_owned()));
        };
        let names = |name: &str| match self.of(*self.names.get(name)?, waiting + 1) {
            Ok(Value::Number(number)) => Some(number),
            _ => None,
        };
        let found = (waiting <= DEEPEST).then(|| python::value(expression, &names)).flatten();
        found.map(Value::Number).ok_or(NO_VALUE)
    }
}

/// A number as rbx reads it, which takes `1e9` and `0o17` for texts.
fn plain(number: yaml::Number, text: &str) -> Value {
    let digits = text.trim_start_matches(['+', '-']);
    match number {
        yaml::Number::Integer(number) if !digits.starts_with("0o") => {
            Value::Number(Number::Whole(number))
        }
        yaml::Number::Float(number) if is_float(digits) && number.is_finite() => {
            Value::Number(Number::Float(number))
        }
        _ => Value::Text(text.to_owned()),
    }
}

/// Whether PyYAML takes a number for a float: with a point, and with a sign in its exponent.
fn is_float(digits: &str) -> bool {
    let (mantissa, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "+0"));
    mantissa.contains('.') && exponent.starts_with(['+', '-'])
}

#[cfg(test)]
mod tests {
    use super::{DEEPEST, Variables};
    use crate::problem::complaint::Complaints;
    use crate::problem::format::sheet::Sheet;

    fn sheet(text: &str) -> Sheet {
        Sheet::of_text(text, &mut Complaints::default()).expect("a map")
    }

    #[test]
    fn values_are_those_of_rbx() {
        let text = "vars:\n  a: 1e9\n  b: 1.50\n  c: 0x10\n  d: 1_000\n  e: 010\n  f: yes\n  g: 1e+9\n  \
                    h: 1.0e+9\n  i: -0\n  k: 0o17\n  o: {a: {b: 1.}}\n  p: '1.50'\n  q: +5\n  \
                    r: '\\py`1`'\n  s: py`vars.o.a.b / 2`\n";
        let mut complaints = Complaints::default();
        let found = Variables::of(&sheet(text)).arguments(&mut complaints);
        let expected = [
            "--a=1e9",
            "--b=1.5",
            "--c=16",
            "--d=1000",
            "--e=8",
            "--f=1",
            "--g=1e+9",
            "--h=1000000000.0",
            "--i=0",
            "--k=0o17",
            "--o.a.b=1.0",
            "--p=1.50",
            "--q=5",
            "--r=py`1`",
            "--s=0.5",
        ];
        assert_eq!(found, expected);
        assert!(complaints.take_warnings("").is_empty());
    }

    #[test]
    fn a_group_s_own_count_in_what_others_are_made_of() {
        let package = Variables::of(&sheet(
            "vars: {N: {max: 10}, M: py`2 * vars.N.max`, x: py`vars.x`, y: py`a`}",
        ));
        let mut complaints = Complaints::default();
        assert_eq!(package.arguments(&mut complaints), ["--N.max=10", "--M=20"]);
        assert_eq!(complaints.take_warnings("").len(), 2);
        let group = package.with(&sheet("vars: {N: {max: 5}, k: [1]}"));
        assert_eq!(group.arguments(&mut complaints), ["--N.max=5", "--M=10"]);
        // What is wrong in the package was told there.
        let told = complaints.take_warnings("");
        assert!(told.len() == 1 && told[0].message.contains("`k`: expected a number"), "{told:?}");
        let broken = package.with(&sheet("vars: {N: {max: a}}"));
        assert_eq!(broken.arguments(&mut complaints), ["--N.max=a"]);
        assert_eq!(complaints.take_warnings("").len(), 1);
    }

    #[test]
    fn variables_wait_for_each_other_up_to_a_depth() {
        let has_values = |count: usize| {
            let chain: Vec<String> =
                (0..count).map(|at| format!("  v{at}: py`vars.v{}`\n", at + 1)).collect();
            let text = format!("vars:\n{}  v{count}: 1\n", chain.concat());
            let all = Variables::of(&sheet(&text)).arguments(&mut Complaints::default());
            all.contains(&"--v0=1".to_owned())
        };
        assert!(has_values(1) && has_values(DEEPEST + 1) && !has_values(DEEPEST + 2));
    }
}
