//! What tells this machine from others: its name, processor and kernel.

use std::fs;

/// The machine's name on its network.
pub fn name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

/// The kernel's version.
pub fn kernel() -> String {
    rustix::system::uname().release().to_string_lossy().into_owned()
}

/// The processor, in the words of its maker; empty where the kernel does not tell.
pub fn processor() -> String {
    processor_in(&fs::read_to_string("/proc/cpuinfo").unwrap_or_default()).to_owned()
}

/// `model name : …` on most machines, `Model : …` on some with ARM.
fn processor_in(facts: &str) -> &str {
    let value = |key: &str| {
        facts.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            (name.trim() == key).then(|| value.trim())
        })
    };
    value("model name").or_else(|| value("Model")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn case(facts: &str, expected: &str) {
        assert_eq!(processor_in(facts), expected);
    }

    #[test]
    fn the_processor_is_named() {
        case("processor\t: 0\nmodel name\t: Some: 3000\nmodel name\t: Other\n", "Some: 3000");
        case("processor: 0\nModel\t\t: Board 4\n", "Board 4");
        case("", "");
    }
}
