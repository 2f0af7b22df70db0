//! All that is said of one language, for people.

use super::language::Language;
use super::toolchain::Toolchain;

impl Language {
    /// What there is to say of it, by heads in the order in which they are shown: what it is called, what
    /// it has of this machine, how its sources are told, built and run.
    pub fn facts(&self, found: &Toolchain) -> Vec<(&'static str, String)> {
        let state = match &found.version {
            Ok(version) => format!("ready: {version}"),
            Err(missing) => format!("not installed: {missing}"),
        };
        let listed = |words: &[String]| words.join(" ");
        let dotted: Vec<String> = self.endings.iter().map(|ending| format!(".{ending}")).collect();
        let signs: Vec<String> = self.signs.iter().map(ToString::to_string).collect();
        let tools = self.needs.tools.iter().map(|tool| tool.names.join(" or "));
        let rows = [
            ("name", self.name.clone()),
            ("language", self.title.clone()),
            ("state", state),
            ("endings", listed(&dotted)),
            ("first lines", listed(&self.interpreters)),
            ("signs", signs.join("  ")),
            ("Kattis codes", listed(&self.kattis)),
            ("time factor", self.time_factor.to_string()),
            ("main file", listed(&self.leaders)),
            ("tools", tools.collect::<Vec<_>>().join(", ")),
            ("build", command(&self.build)),
            ("run", command(&self.run)),
            ("build variables", variables(&self.build_environment)),
            ("run variables", variables(&self.run_environment)),
            ("crashes begin", self.crash.join("  ")),
            (
                "from",
                self.added_by.as_ref().map_or_else(String::new, |file| file.display().to_string()),
            ),
        ];
        rows.into_iter().filter(|(_, words)| !words.is_empty()).collect()
    }
}

/// The words of a command as a shell would take them; a script within it in one line.
fn command(words: &[String]) -> String {
    let quoted = |word: &String| {
        let word = word.split_whitespace().collect::<Vec<_>>().join(" ");
        let plain = |c: char| c.is_alphanumeric() || "-_=/.,:+{}@".contains(c);
        if !word.is_empty() && word.chars().all(plain) { word } else { format!("'{word}'") }
    };
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}

fn variables(all: &[(String, String)]) -> String {
    all.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::{Languages, Toolchain};

    #[test]
    fn facts_are_told_where_there_are_any() {
        let python = Languages::shipped().unwrap().named("python").unwrap();
        let found = Toolchain {
            language: "Python 3".into(),
            needs_tools: true,
            version: Err("no `python3`".into()),
        };
        let facts = python.facts(&found);
        let fact = |head: &str| {
            let fact = facts.iter().find(|(known, _)| *known == head);
            fact.map(|(_, words)| words.as_str())
        };
        assert_eq!(fact("state"), Some("not installed: no `python3`"));
        assert_eq!(fact("endings"), Some(".py .py3"));
        assert_eq!(fact("build"), Some("{interpreter} -m py_compile {sources}"));
        assert_eq!(fact("signs"), None);
    }
}
