//! The signals that ask to stop.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use signal_hook::iterator::Signals;

use crate::machine;

use super::status::Status;

/// How long a second interrupt leaves to what stops and cleans up.
const GRACE: Duration = Duration::from_secs(2);

/// Every interrupt asks to stop: what runs is stopped within a moment, and an end in between would
/// leave folders and control groups behind until the next `jury` sweeps them. A second Ctrl-C ends
/// whatever does not stop in time, be it blocked in what it may.
pub(super) fn catch_signals(stop: &Arc<AtomicBool>) -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let interrupted = i32::from(Status::Interrupted.code());
    let mut interrupts = Signals::new([SIGINT])?;
    let watching = thread::Builder::new().spawn(move || {
        if interrupts.forever().nth(1).is_some() {
            thread::sleep(GRACE);
            signal_hook::low_level::exit(interrupted);
        }
    });
    if watching.is_err() {
        // No thread is to be had: without grace then. Before the flag is set by the same signal.
        signal_hook::flag::register_conditional_shutdown(SIGINT, interrupted, Arc::clone(stop))?;
    }
    signal_hook::flag::register(SIGINT, Arc::clone(stop))?;
    signal_hook::flag::register(SIGTERM, Arc::clone(stop))?;
    // Under `nohup` it is ignored, and stays so.
    if !machine::ignores(SIGHUP) {
        signal_hook::flag::register(SIGHUP, Arc::clone(stop))?;
    }
    Ok(())
}
