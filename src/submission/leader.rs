//! Which source of several is started. Pure: names in, a name out.

use std::path::Path;

use super::language::Language;
use super::setting::Setting;
use crate::problem::Conventions;

/// The names among which one leads.
#[derive(Debug, Clone, Copy)]
pub(super) struct Names<'a> {
    /// The submission's own files, in byte order.
    pub(super) own: &'a [String],
    /// The files put over them, in byte order.
    pub(super) included: &'a [String],
    /// The submission's own name, where it is a folder.
    pub(super) folder: Option<&'a str>,
}

/// The source that is started; of a language whose sources are compiled together, the first one. The
/// first of these that is there:
///
/// - what the package says is the entry point, and nothing else then;
/// - an included `main`;
/// - the only file;
/// - by our own conventions, one of the language's leaders or the only source, and nothing else;
/// - by those of the Kattis family, `__main__`, `main` in any case, one called like the folder, and the
///   first source. (Its tools differ here: this is the rule of most of them.)
pub(super) fn leader<'a>(
    language: &Language,
    setting: &'a Setting,
    names: Names<'a>,
) -> Option<&'a str> {
    let Names { own, included, folder } = names;
    if language.scripts {
        return own.iter().find(|name| language.leaders.contains(name)).map(String::as_str);
    }
    if language.answers {
        return own.first().map(String::as_str);
    }
    if language.executables && folder.is_some() {
        return None;
    }
    if !language.leaders.is_empty() {
        if let Some(entry) = &setting.entry_point {
            let beside = setting.beside.iter().map(|(name, _)| name);
            let mut all = own.iter().chain(included).chain(beside);
            return all.find(|name| *name == entry).map(String::as_str);
        }
        if let Some(main) = included_main(language, included) {
            return Some(main);
        }
    }
    match (folder, setting.conventions) {
        (None, _) => own.first().map(String::as_str),
        (Some(_), Conventions::Own) => language.leader(own).map(String::as_str),
        (Some(folder), Conventions::Kattis) => of_kattis(language, own, folder),
    }
}

/// The included source that is the program; the submission is then a library (2025-09, "Included
/// Code").
pub(super) fn included_main<'a>(language: &Language, included: &'a [String]) -> Option<&'a str> {
    let mut sources = sources(language, included);
    sources.find(|name| stem(name).eq_ignore_ascii_case("main"))
}

fn of_kattis<'a>(language: &Language, own: &'a [String], folder: &str) -> Option<&'a str> {
    let called =
        |matches: &dyn Fn(&str) -> bool| sources(language, own).find(|name| matches(stem(name)));
    let special = called(&|stem| stem == "__main__");
    let main = || called(&|stem| stem.eq_ignore_ascii_case("main"));
    let namesake = || called(&|stem| stem == folder);
    special.or_else(main).or_else(namesake).or_else(|| sources(language, own).next())
}

fn sources<'a>(language: &Language, names: &'a [String]) -> impl Iterator<Item = &'a str> {
    names.iter().map(String::as_str).filter(|name| language.is_source_of_kattis(name))
}

/// The name without ending, of a file in the topmost folder: those below are modules.
pub(super) fn stem(name: &str) -> &str {
    if name.contains('/') {
        return "";
    }
    Path::new(name).file_stem().and_then(|stem| stem.to_str()).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::super::table::Languages;
    use super::*;

    #[track_caller]
    fn case(
        language: &str,
        setting: &Setting,
        (own, included, folder): (&[&str], &[&str], Option<&str>),
        expected: Option<&str>,
    ) {
        let language = Languages::shipped().unwrap().named(language).unwrap();
        let [own, included] =
            [own, included].map(|names| names.iter().map(|&name| name.into()).collect::<Vec<_>>());
        let names = Names { own: &own, included: &included, folder };
        assert_eq!(leader(&language, setting, names), expected, "{own:?} and {included:?}");
    }

    #[test]
    fn folders_of_the_family_always_have_a_leader() {
        let setting = Setting { conventions: Conventions::Kattis, ..Setting::default() };
        let case = |own: &[&str], expected| {
            case("python", &setting, (own, &[], Some("walk")), expected);
        };
        case(&["__main__.py", "a.py", "main.py", "walk.py"], Some("__main__.py"));
        case(&["Main.py", "a.py", "walk.py"], Some("Main.py"));
        case(&["a.py", "lib/main.py", "walk.py"], Some("walk.py"));
        case(&["b.py", "c.py", "data.txt"], Some("b.py"));
        case(&["main.txt", "z.py"], Some("z.py"));
        case(&["notes.txt"], None);
    }

    #[test]
    fn our_own_folders_say_which_one_leads() {
        let case = |own: &[&str], expected| {
            case("python", &Setting::default(), (own, &[], Some("walk")), expected);
        };
        case(&["__main__.py", "main.py"], Some("main.py"));
        case(&["a.py", "walk.py"], None);
        case(&["a.py", "data.txt"], Some("a.py"));
    }

    #[test]
    fn an_entry_point_goes_before_an_included_main_and_that_before_all_else() {
        let plain = Setting { conventions: Conventions::Kattis, ..Setting::default() };
        let entry = |name: &str| Setting { entry_point: Some(name.into()), ..plain.clone() };
        let (own, included) = (&["a.py", "b.py"], &["lib/main.py", "main.py"]);
        case("python", &plain, (own, included, Some("walk")), Some("main.py"));
        case("python", &entry("b.py"), (own, included, Some("walk")), Some("b.py"));
        case("python", &entry("lib/main.py"), (own, included, None), Some("lib/main.py"));
        case("python", &entry("c.py"), (own, included, Some("walk")), None);
        case("python", &plain, (&["a.py"], included, None), Some("main.py"));
        case("python", &plain, (&["a.txt"], &["main.h"], None), Some("a.txt"));
        case("cpp", &entry("x"), (&["a.cpp", "b.cpp"], &["main.cpp"], Some("x")), Some("a.cpp"));
    }
}
