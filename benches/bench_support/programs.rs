//! What all benchmarks share: whether and how long to run, compiled programs, medians.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use jury::sandbox::Level;

/// The levels that hold walls.
pub(crate) const LEVELS: [Level; 2] = [Level::Full, Level::Contained];

/// Whether this is a benchmark: test runners call benchmarks without `--bench`.
pub(crate) fn is_wanted() -> bool {
    std::env::args().any(|word| word == "--bench")
}

/// How many rounds: `JURY_BENCH_ROUNDS`, or else as many as this.
pub(crate) fn rounds(otherwise: usize) -> usize {
    let asked = std::env::var("JURY_BENCH_ROUNDS").ok();
    asked.and_then(|text| text.parse().ok()).filter(|rounds| *rounds > 0).unwrap_or(otherwise)
}

/// The compiled programs of a benchmark.
pub(crate) struct Programs {
    pub(crate) directory: PathBuf,
}

impl Programs {
    /// Compiles these programs in C.
    pub(crate) fn compile(benchmark: &str, sources: &[(&str, &str)]) -> Self {
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(benchmark);
        fs::create_dir_all(&directory).expect("a directory for programs");
        fs::set_permissions(&directory, fs::Permissions::from_mode(0o755)).expect("its mode");
        let programs = Self { directory };
        for (name, text) in sources {
            let source = programs.path(&format!("{name}.c"));
            fs::write(&source, text).expect("a source");
            let made = Command::new("cc")
                .args(["-O2", "-w", "-static", "-o"])
                .args([programs.path(name), source])
                .status();
            assert!(made.is_ok_and(|status| status.success()), "{name} must compile with `cc`");
        }
        programs
    }

    /// Where a program, or another file of the benchmark, lies.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }
}

/// The `jury` executable.
pub(crate) fn executable() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_jury"))
}

/// The value below which this share, in percent, of the sorted values lies.
pub(crate) fn quantile(values: &mut [f64], share: usize) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values[(values.len() * share / 100).min(values.len() - 1)]
}

/// The middle value.
pub(crate) fn median(values: &mut [f64]) -> f64 {
    quantile(values, 50)
}
