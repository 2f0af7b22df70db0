//! What tells this machine from others, as far as programs notice it in their times, their memory or
//! their results.

use std::fs::{self, File};
use std::io::Read as _;
use std::os::unix::fs::MetadataExt as _;

/// Bytes of the kernel's list of processors that are read: one of them is enough.
const ONE_PROCESSOR: u64 = 4 << 10;

/// The lines of the list that tell processors apart, of several kinds of machines.
const TELLING: [&str; 11] = [
    "model name",
    "vendor_id",
    "cpu family",
    "model",
    "stepping",
    "microcode",
    "CPU implementer",
    "CPU architecture",
    "CPU variant",
    "CPU part",
    "CPU revision",
];

/// What tells this machine from others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Traits {
    /// Its name in the network.
    pub host: String,
    /// Release and version of the kernel.
    pub kernel: [String; 2],
    /// Names and values of a processor; nothing where the kernel tells none.
    pub processor: Vec<(String, String)>,
    /// When the list of shared libraries was made: it is made again when one is installed.
    pub libraries: Option<[i64; 3]>,
}

impl Traits {
    /// Those of this machine.
    pub fn of_this() -> Self {
        let system = rustix::system::uname();
        let text = |name: &std::ffi::CStr| name.to_string_lossy().into_owned();
        let mut processors = Vec::new();
        // Where it cannot be read, there is nothing to tell.
        if let Ok(file) = File::open("/proc/cpuinfo") {
            let _ = file.take(ONE_PROCESSOR).read_to_end(&mut processors);
        }
        let list = fs::metadata("/etc/ld.so.cache").ok();
        let size = |bytes: u64| i64::try_from(bytes).unwrap_or(i64::MAX);
        Self {
            host: text(system.nodename()),
            kernel: [text(system.release()), text(system.version())],
            processor: processor(&String::from_utf8_lossy(&processors)),
            libraries: list.map(|list| [size(list.size()), list.mtime(), list.mtime_nsec()]),
        }
    }

    /// The machine in a few words.
    pub fn words(&self) -> String {
        let model = self.processor.iter().find(|(name, _)| name == "model name");
        let model = model.map_or(String::new(), |(_, model)| format!(", {model}"));
        format!("{}, Linux {}{model}", self.host, self.kernel[0])
    }
}

/// The processor, in the words of its maker; empty where the kernel does not tell.
pub fn processor_model() -> String {
    model_in(&fs::read_to_string("/proc/cpuinfo").unwrap_or_default()).to_owned()
}

/// `model name : …` on most machines, `Model : …` on some with ARM.
fn model_in(facts: &str) -> &str {
    let value = |key: &str| {
        facts.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            (name.trim() == key).then(|| value.trim())
        })
    };
    value("model name").or_else(|| value("Model")).unwrap_or_default()
}

/// The telling lines of the first processor of the list.
fn processor(list: &str) -> Vec<(String, String)> {
    let first = list.lines().take_while(|line| !line.trim().is_empty());
    let pairs = first.filter_map(|line| line.split_once(':'));
    let pairs = pairs.map(|(name, value)| (name.trim(), value.trim()));
    let telling = pairs.filter(|(name, _)| TELLING.contains(name));
    telling.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_processor_tells() {
        let list = "processor\t: 0\nmodel name\t: A CPU @ 2 GHz\nmicrocode\t: 0x1\ncpu MHz\t: 2100.1\n\n\
                    processor\t: 1\nmodel name\t: Another\n";
        let expected = [("model name", "A CPU @ 2 GHz"), ("microcode", "0x1")];
        let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(processor(list), expected);
        assert_eq!(processor(""), []);
    }

    #[test]
    fn the_processor_is_named() {
        #[track_caller]
        fn case(facts: &str, expected: &str) {
            assert_eq!(model_in(facts), expected);
        }
        case("processor\t: 0\nmodel name\t: Some: 3000\nmodel name\t: Other\n", "Some: 3000");
        case("processor: 0\nModel\t\t: Board 4\n", "Board 4");
        case("", "");
    }

    #[test]
    fn a_machine_is_the_same_as_before() {
        let this = Traits::of_this();
        assert_eq!(this, Traits::of_this());
        assert!(this.words().contains("Linux "), "{}", this.words());
    }
}
