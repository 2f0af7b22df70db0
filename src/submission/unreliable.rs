//! Builds that the machine spoilt: told by how the compiler ended and by its last words, since a
//! compiler that was killed, or had less memory than a build may use, fails as one fed with bad
//! sources does.

use crate::sandbox::{Ending, Limit, Run};
use bytesize::ByteSize;
use signal_hook::consts::SIGKILL;

/// What drivers of compilers say of a part of theirs that was killed: GCC's of compilers and linkers,
/// Clang's, Rust's of its linker, Go's. Nothing else tells of it: they end as after an error in the
/// source. What a source makes a compiler print can say the same; then nobody is the wiser, and it
/// gets no verdict.
const KILLED: [&str; 5] = [
    "fatal error: killed signal terminated program",
    "terminated with signal 9 [killed]",
    "unable to execute command: killed",
    "failed: signal: 9 (sigkill)",
    ": signal: killed",
];

/// What compilers say when they are refused memory.
const REFUSED: [&str; 6] = [
    "out of memory",
    "memory exhausted",
    "cannot allocate memory",
    "memory allocation of",
    "outofmemoryerror",
    "memoryerror",
];

/// A build that says nothing of its source.
#[derive(Debug, thiserror::Error)]
#[error("the machine stopped the compiler `{command}`, and again when it ran alone: {how}")]
pub struct UnreliableBuild {
    /// The compiler.
    pub command: String,
    /// What was seen.
    pub how: String,
}

/// How the machine spoilt a compiler's run, if it did: `memory` is what it was given, `documented`
/// what every build may use. `SIGKILL` is never a compiler's own doing.
pub(super) fn how(run: &Run, memory: u64, documented: u64) -> Option<String> {
    let poor = memory < documented;
    let lack =
        || format!("it needs more memory than the {} that the machine has free", ByteSize(memory));
    match run.ending {
        Ending::Stopped(Limit::Memory) if poor => Some(lack()),
        Ending::Signalled(SIGKILL) => Some("it was killed from outside".into()),
        Ending::Exited(code) if code != 0 => {
            let says = |words: &[&str]| {
                [&run.errors, &run.output].into_iter().find_map(|text| line(text, words))
            };
            let killed = says(&KILLED)
                .map(|line| format!("one of its processes was killed from outside: {line}"));
            killed.or_else(|| {
                says(&REFUSED).filter(|_| poor).map(|line| format!("{}: {line}", lack()))
            })
        }
        _ => None,
    }
}

/// The first line that holds one of these words, in any case.
fn line(text: &[u8], words: &[&str]) -> Option<String> {
    let text = String::from_utf8_lossy(text);
    let holds = |line: &&str| {
        let line = line.to_lowercase();
        words.iter().any(|words| line.contains(words))
    };
    text.lines().find(holds).map(|line| line.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(ending: Ending, errors: &str) -> Run {
        Run { errors: errors.into(), ..Run::ended(ending) }
    }

    #[track_caller]
    fn case(ending: Ending, errors: &str, memory: u64, expected: Option<&str>) {
        assert_eq!(how(&run(ending, errors), memory, 4 << 30).as_deref(), expected, "{errors}");
    }

    #[test]
    fn a_killed_compiler_is_told_from_one_that_found_an_error() {
        let all = 4 << 30;
        let failed = Ending::Exited(1);
        case(failed, "a.cpp:1:1: error: expected unqualified-id", all, None);
        case(failed, "a.cpp:1:1: error: `Killed` was not declared", all, None);
        case(Ending::Exited(0), "warning: out of memory", 1 << 20, None);
        case(Ending::Stopped(Limit::Memory), "", all, None);
        case(Ending::Stopped(Limit::Cpu), "", 1 << 20, None);
        case(Ending::Signalled(11), "", all, None);
        case(Ending::Signalled(9), "", all, Some("it was killed from outside"));
        for words in [
            "g++: fatal error: Killed signal terminated program cc1plus",
            "collect2: fatal error: ld terminated with signal 9 [Killed]",
            "clang++: error: unable to execute command: Killed",
            "error: linking with `cc` failed: signal: 9 (SIGKILL)",
            "go build a: /usr/lib/go/pkg/tool/linux_amd64/compile: signal: killed",
        ] {
            let told = format!("one of its processes was killed from outside: {words}");
            case(
                failed,
                &format!("warning: x\n{words}\ncompilation terminated."),
                all,
                Some(&told),
            );
        }
    }

    #[test]
    fn a_lack_of_memory_is_the_machines_below_what_a_build_may_use() {
        let (all, little) = (4 << 30, 100 << 20);
        let words = "cc1plus: out of memory allocating 65536 bytes";
        let lack = "it needs more memory than the 100.0 MiB that the machine has free";
        case(Ending::Stopped(Limit::Memory), "", little, Some(lack));
        case(Ending::Exited(1), words, little, Some(&format!("{lack}: {words}")));
        case(Ending::Exited(1), words, all, None);
    }
}
