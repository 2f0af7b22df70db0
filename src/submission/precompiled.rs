//! Headers that are compiled once for all sources that begin with them: of a C++ program that includes
//! all of the standard library, this is three quarters of the time of its build.
//!
//! A compiled header stands for the text of the header where nothing comes before it in a source: no
//! macro and no pragma that could change its meaning. So only sources that include it before all else
//! are built with it; GCC itself refuses one that was made with other options. What it makes then is,
//! byte for byte, what it makes of the text.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::sources::{Source, Sources};
use crate::problem::Conventions;

/// The word of a toolchain that names the header.
pub(super) const HEADER: &str = "precompile";

/// The word of commands for how the compiler finds it.
pub(super) const OPTIONS: &str = "precompiled";

/// What stands for [`OPTIONS`] where it is used: the sandbox shows the compiled header in this folder.
pub(super) const FOLDER: [&str; 2] = ["-I", "/program"];

/// The file that is compiled. Messages that name it are not what the user would get without it.
pub(super) const SOURCE: &str = "precompiled.hpp";

/// What the build of a header leaves, and what that is called where it is used.
const BUILT: &str = "program";

/// How many builds go without the header before it is made: making it takes as much CPU time as it saves
/// in four builds (`bits/stdc++.h`, GCC 12).
pub(super) const WORTH: u32 = 4;

/// How many builds went without, by the note in the cache that counts them. Judges that count at the same
/// time may miss one.
pub(super) fn missed(note: Option<&[u8]>) -> u32 {
    note.and_then(|count| str::from_utf8(count).ok()?.parse().ok()).unwrap_or(0)
}

/// The sources of a program that only includes the header.
pub(super) fn sources(header: &str) -> Sources {
    let file = Source {
        name: SOURCE.into(),
        known_as: SOURCE.into(),
        bytes: format!("#include <{header}>\n").into_bytes(),
        executable: false,
        included: false,
    };
    Sources {
        files: vec![file],
        main: SOURCE.into(),
        entry_point: None,
        conventions: Conventions::Own,
        flags: Vec::new(),
        is_unbuffered: false,
        arguments: Vec::new(),
        at_hand: Vec::new(),
        remarks: Vec::new(),
    }
}

/// Whether the first thing in a source, blanks and comments aside, is that it includes this header.
pub(super) fn is_first_in(source: &[u8], header: &str) -> bool {
    let included = || {
        let rest = code(source).strip_prefix(b"#")?;
        let rest = blanks_cut(rest).strip_prefix(b"include")?;
        let rest = blanks_cut(rest).strip_prefix(b"<")?.strip_prefix(header.as_bytes())?;
        let line = rest.strip_prefix(b">")?.split(|&byte| byte == b'\n').next()?;
        let line = line.trim_ascii();
        (line.is_empty() || line.starts_with(b"//")).then_some(())
    };
    included().is_some()
}

/// A source from its first code on. A comment that a backslash at a line's end continues is left in
/// front: such sources are rare, and then simply no compiled header is used.
fn code(mut source: &[u8]) -> &[u8] {
    loop {
        source = source.trim_ascii_start();
        if let Some(comment) = source.strip_prefix(b"//") {
            let end = comment.iter().position(|&byte| byte == b'\n').unwrap_or(comment.len());
            if comment[..end].contains(&b'\\') {
                return source;
            }
            source = &comment[end..];
        } else if let Some(comment) = source.strip_prefix(b"/*") {
            match comment.windows(2).position(|pair| pair == b"*/") {
                Some(end) => source = &comment[end + 2..],
                None => return source,
            }
        } else {
            return source;
        }
    }
}

fn blanks_cut(text: &[u8]) -> &[u8] {
    let blanks = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    &text[blanks..]
}

/// Puts the header that a build left in this folder where compilers look for it.
pub(super) fn put_in_place(folder: &Path, header: &str) -> io::Result<()> {
    let place = folder.join(format!("{header}.gch"));
    place.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::rename(folder.join(BUILT), place)
}

/// What a judge knows of the compiled headers in its cache, by their keys.
#[derive(Debug, Default)]
pub(super) struct Headers(Mutex<BTreeMap<String, Arc<Mutex<Header>>>>);

/// A compiled header.
#[derive(Debug, Default, Clone)]
pub(super) enum Header {
    /// It was not looked for yet, or too few builds needed it.
    #[default]
    Unknown,
    /// Another build is making it, or it cannot be made here.
    Missing,
    /// The folder that it lies in, looked at once and found whole.
    Ready(PathBuf),
}

impl Headers {
    /// What is known of the header of this key.
    pub(super) fn of(&self, key: &str) -> Arc<Mutex<Header>> {
        let mut all = held(&self.0);
        Arc::clone(all.entry(key.to_owned()).or_default())
    }
}

/// A lock that a panic elsewhere does not break: what it guards is whole at any time.
pub(super) fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::is_first_in;

    #[test]
    fn the_header_must_come_before_all_else() {
        #[track_caller]
        fn case(source: &str, expected: bool) {
            assert_eq!(is_first_in(source.as_bytes(), "bits/stdc++.h"), expected, "{source}");
        }
        case("#include <bits/stdc++.h>", true);
        case("#include<bits/stdc++.h>\nint main() {}\n", true);
        case("\n// a\n/* b\n */ # include\t<bits/stdc++.h> // c\r\nx", true);
        case("\u{feff}#include <bits/stdc++.h>", false);
        case("#define x y\n#include <bits/stdc++.h>", false);
        case("#pragma GCC optimize(\"O3\")\n#include <bits/stdc++.h>", false);
        case("// \\\n#define x y\n#include <bits/stdc++.h>", false);
        case("// ??/\n#include <bits/stdc++.h>", true);
        case("#include <iostream>\n#include <bits/stdc++.h>", false);
        case("#include \"bits/stdc++.h\"", false);
        case("#include <bits/stdc++.h", false);
        case("#include <bits/stdc++.hpp>", false);
        case("#include <bits/stdc++.h> \\\n x", false);
        case("#include <bits/stdc++.h> /* a */ int x;", false);
        case("/* never closed #include <bits/stdc++.h>", false);
        case("", false);
    }
}
