//! The bots of a match or tournament: what they are, what they are called, and their programs.

use std::path::{Path, PathBuf};

use anyhow::anyhow;

use crate::arena::record::Player;
use crate::judge::Tools;
use crate::submission::{Built, Program, Submission, identify};

use super::super::status::Failure;

/// The word for the shipped reference program in place of a path.
pub(super) const REFERENCE: &str = "reference";

/// Finds out what these paths are. `game` names the shipped reference program.
pub(super) fn identify_all(
    tools: &Tools<'_>,
    paths: &[String],
    game: &str,
) -> Result<Vec<(Player, Submission)>, Failure> {
    let names = names(paths);
    let bots = paths.iter().zip(names).map(|(path, name)| {
        let submission =
            if path == REFERENCE { tools.shipped(game)? } else { identify(Path::new(path), None)? };
        let (hash, language) = (submission.digest()?, submission.language.to_owned());
        Ok((Player { name, path: path.clone(), language, hash }, submission))
    });
    bots.collect()
}

/// The bots of a record, which must be the very ones.
pub(super) fn recognise(
    tools: &Tools<'_>,
    players: &[Player],
    game: &str,
) -> Result<Vec<Submission>, Failure> {
    let bots = players.iter().map(|player| {
        let submission = if player.path == REFERENCE {
            tools.shipped(game)?
        } else {
            let path = Path::new(&player.path);
            if path.is_relative() && !path.exists() {
                return Err(Failure::usage(anyhow!(
                    "there is no {}, a bot of the record: such paths are relative to the folder where \
                     the match began, so go on with it there",
                    player.path
                )));
            }
            identify(path, Some(&player.language))?
        };
        if submission.digest()? == player.hash {
            return Ok(submission);
        }
        Err(Failure::usage(anyhow!(
            "{} is not the bot `{}` of the record: it has changed since; bring that one back, or \
             begin a new record",
            player.path,
            player.name
        )))
    });
    bots.collect()
}

/// Builds all of them.
pub(super) fn build(
    tools: &Tools<'_>,
    submissions: &[Submission],
) -> Result<Vec<Program>, Failure> {
    let built = tools.build_all(submissions)?.into_iter().zip(submissions);
    let programs = built.map(|(built, submission)| match built {
        Built::Program(program) => Ok(program),
        Built::Failed { message, .. } => {
            let path = submission.path.display().to_string();
            Err(anyhow!(message).context(format!("bot {path} does not build")))
        }
    });
    programs.collect::<anyhow::Result<_>>().map_err(Failure::usage)
}

/// A name for each path, all different: the file's without its ending, where that is not enough
/// the file's, then with as many folders as are needed; equal paths are numbered.
fn names(paths: &[String]) -> Vec<String> {
    let short = |path: &String| {
        let stem = Path::new(path).file_stem().unwrap_or(path.as_ref());
        stem.to_string_lossy().into_owned()
    };
    let mut names: Vec<String> = paths.iter().map(short).collect();
    let deepest = paths.iter().map(|path| Path::new(path).components().count()).max().unwrap_or(0);
    for depth in 1..=deepest {
        let doubles = doubles(&names);
        for (index, path) in paths.iter().enumerate().filter(|(index, _)| doubles[*index]) {
            names[index] = end(Path::new(path), depth);
        }
    }
    for index in 0..names.len() {
        let earlier = paths[..index].iter().filter(|path| **path == paths[index]).count();
        if earlier > 0 {
            names[index] = format!("{} ({})", names[index], earlier + 1);
        }
    }
    names
}

fn doubles(names: &[String]) -> Vec<bool> {
    let count = |name: &String| names.iter().filter(|other| *other == name).count();
    names.iter().map(|name| count(name) > 1).collect()
}

/// The last parts of a path.
fn end(path: &Path, depth: usize) -> String {
    let parts: Vec<_> = path.components().collect();
    let parts = &parts[parts.len().saturating_sub(depth)..];
    parts.iter().collect::<PathBuf>().display().to_string()
}

#[cfg(test)]
mod tests {
    use super::names;

    #[track_caller]
    fn case(paths: &str, expected: &str) {
        let words = |text: &str| text.split(',').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(names(&words(paths)), words(expected));
    }

    #[test]
    fn names_are_as_short_as_they_can_be_and_all_different() {
        case("a.py,bots/b.cpp,reference", "a,b,reference");
        case("a.py,a.cpp,b", "a.py,a.cpp,b");
        case("x/a.py,y/a.py,z/a.c", "x/a.py,y/a.py,a.c");
        case("x/1/a.py,y/1/a.py", "x/1/a.py,y/1/a.py");
        case("a.py,a.py,a.py", "a.py,a.py (2),a.py (3)");
        case("a.py,./a.py,x/a.py", "a.py,./a.py,x/a.py");
    }
}
