//! The programs of a package, and where its parts lie.

use super::names::{Names, Role};
use crate::problem::complaint::Complaints;
use crate::problem::folder::{Entry, Folder, Kind};
use crate::problem::layout::Layout;

/// The file of settings.
pub(super) const FILE: &str = "config.yml";

/// The folder of programs.
pub(super) const PROGRAMS: &str = "prog";

/// Where things lie in these packages.
pub(super) const LAYOUT: Layout = Layout {
    settings: FILE,
    data: "in",
    input: "in",
    answer_folder: Some("out"),
    answers: &["out"],
    takes_cases: false,
    has_places: true,
    submissions: PROGRAMS,
    verdict_folders: &[],
};

/// The programs of a package, by what they are.
pub(super) struct Programs {
    /// The first of the good solutions.
    pub(super) model: Option<Entry>,
    pub(super) solutions: Vec<(Entry, Role)>,
    pub(super) checker: Option<Entry>,
    pub(super) validator: Option<Entry>,
    pub(super) generator: Option<Entry>,
    pub(super) interactor: Option<Entry>,
}

impl Programs {
    pub(super) fn find(folder: &Folder, names: &Names, complaints: &mut Complaints) -> Self {
        let mut found = Self {
            model: None,
            solutions: Vec::new(),
            checker: None,
            validator: None,
            generator: None,
            interactor: None,
        };
        for file in folder.entries(&folder.real.join(PROGRAMS), complaints) {
            let Some(role) = names.role(&file.name) else { continue };
            match file.kind {
                Kind::Folder => continue,
                Kind::File => {}
                Kind::Special | Kind::Astray => {
                    complaints.about(folder.shown(&file.path), folder.astray(&file.path));
                    continue;
                }
            }
            let preferred = is_script(&file.name);
            let place = match role {
                Role::Good | Role::Slow | Role::Wrong => {
                    found.solutions.push((file, role));
                    continue;
                }
                Role::Checker => &mut found.checker,
                Role::Validator => &mut found.validator,
                Role::Generator => &mut found.generator,
                Role::Interactor => &mut found.interactor,
            };
            // Of several, the script counts.
            if place.is_none() || preferred {
                *place = Some(file);
            }
        }
        found.model = found
            .solutions
            .iter()
            .filter(|(_, role)| *role == Role::Good)
            .min_by_key(|(file, _)| names.number(&file.name))
            .map(|(file, _)| file.clone());
        found
    }
}

/// Whether a program is a script of a shell.
pub(super) fn is_script(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, ending)| ending == "sh")
}
