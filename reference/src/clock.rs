//! CPU time of the calling thread, by which the two searching programs end in time.
//!
//! CPU time and not wall time, because limits are kept in CPU time and other processes must not
//! weaken an answer. Where the system has no such clock, wall time since the first reading.

use std::time::Duration;

/// CPU time that the calling thread has used since it began; for the first thread of a program,
/// this includes the program's start.
#[cfg(target_os = "linux")]
pub fn thread_cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Wall time since the first call, in place of a CPU clock.
#[cfg(not(target_os = "linux"))]
pub fn thread_cpu_time() -> Duration {
    static FIRST: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    FIRST.get_or_init(std::time::Instant::now).elapsed()
}

#[cfg(test)]
mod tests {
    use super::thread_cpu_time;
    use std::hint::black_box;

    #[test]
    fn work_takes_time() {
        let before = thread_cpu_time();
        assert!((0..4_000_000_u64).fold(0, |sum, term| black_box(sum ^ term)) < u64::MAX);
        assert!(thread_cpu_time() > before);
    }
}
