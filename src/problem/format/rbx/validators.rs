//! Who validates the inputs and the answers of a package, of a group and of a subgroup.

use super::super::sheet::Sheet;
use super::reader::{CODE_KEYS, Reader};
use crate::problem::draft::{Found, PartDraft};
use crate::problem::{Protocol, ValidatorArguments};

/// The programs of a package that validate, each once.
#[derive(Default)]
pub(super) struct Programs {
    pub(super) inputs: Vec<PartDraft>,
    pub(super) answers: Vec<PartDraft>,
}

/// Those that look at the files of one place, by their names.
#[derive(Debug, Clone, Default)]
pub(super) struct Validators {
    main: Option<String>,
    more: Vec<String>,
    of_answers: Vec<String>,
}

impl Validators {
    /// Those of the package, or of a group in it: its own `validator` takes the place of the one around it, the
    /// other ones are added.
    pub(super) fn read(
        &self,
        sheet: &Sheet,
        programs: &mut Programs,
        reader: &mut Reader<'_>,
    ) -> Self {
        let mut all = self.clone();
        let main = sheet.section("validator", reader.complaints);
        if let Some(name) = main.and_then(|main| code(&main, &mut programs.inputs, reader).pop()) {
            all.main = Some(name);
        }
        for (key, names, programs) in [
            ("extraValidators", &mut all.more, &mut programs.inputs),
            ("outputValidators", &mut all.of_answers, &mut programs.answers),
        ] {
            for validator in sheet.sections(key, reader.complaints) {
                for name in code(&validator, programs, reader) {
                    if all.main.as_ref() != Some(&name) && !names.contains(&name) {
                        names.push(name);
                    }
                }
            }
        }
        all
    }

    /// Those of one test: this validator alone, or all of the package.
    pub(super) fn of_test(
        &self,
        sheet: &Sheet,
        programs: &mut Programs,
        reader: &mut Reader<'_>,
    ) -> Self {
        let alone = Self::default().read(sheet, programs, reader);
        if alone.main.is_some() { alone } else { self.clone() }
    }

    /// The calls for an input, all with these arguments.
    pub(super) fn calls(&self, arguments: &[String]) -> ValidatorArguments {
        calls(self.main.iter().chain(&self.more), arguments)
    }

    /// The calls for an answer.
    pub(super) fn calls_of_answers(&self, arguments: &[String]) -> ValidatorArguments {
        calls(&self.of_answers, arguments)
    }
}

fn calls<'a>(
    names: impl IntoIterator<Item = &'a String>,
    arguments: &[String],
) -> ValidatorArguments {
    let call = |name: &String| (name.clone(), arguments.to_vec());
    ValidatorArguments::Calls(names.into_iter().map(call).collect())
}

/// Notes the programs that an entry names, and returns their names.
fn code(sheet: &Sheet, programs: &mut Vec<PartDraft>, reader: &mut Reader<'_>) -> Vec<String> {
    sheet.expect_only(&CODE_KEYS, reader.complaints);
    let Some(path) = reader.code(sheet) else { return Vec::new() };
    let paths = reader.sources(path);
    let known = |programs: &[PartDraft], path: &Found<String>| {
        let mut programs = programs.iter().filter_map(|part| part.program.as_ref());
        programs.any(|program| program.value == path.value)
    };
    let mut names = Vec::new();
    for path in paths {
        names.push(path.value.clone());
        if !known(programs, &path) {
            programs.push(PartDraft::of(path, Protocol::Testlib));
        }
    }
    names
}
