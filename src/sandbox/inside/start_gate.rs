//! Where a slot and the child that shares its memory wait for each other, so that the child is
//! traced before it becomes a program.

use std::io;
use std::sync::atomic::{AtomicU32, Ordering};

use rustix::io::Errno;
use rustix::thread::futex;

use crate::sandbox::sys;

/// The child has left our memory, or has ended: the kernel writes this.
const LEFT: u32 = 0;
/// The child is at work.
const CLOSED: u32 = 1;
/// The child waits.
const KNOCKED: u32 = 2;
/// The child may go on.
const OPEN: u32 = 3;
/// The child goes no further.
const GIVEN_UP: u32 = 4;

/// A word that both sides and the kernel write to.
#[derive(Debug, Default)]
pub(super) struct StartGate(AtomicU32);

impl StartGate {
    /// For the next child.
    pub(super) fn close(&self) {
        self.0.store(CLOSED, Ordering::Release);
    }

    /// For the kernel.
    pub(super) fn as_ptr(&self) -> *mut u32 {
        self.0.as_ptr()
    }

    /// The child's side: waits until it is traced.
    pub(super) fn wait(&self) {
        self.say(KNOCKED);
        self.outlast(KNOCKED);
    }

    /// The child's side: it fails, and ends.
    pub(super) fn give_up(&self) {
        self.say(GIVEN_UP);
    }

    /// The slot's side: traces the child when it is about to become a program, and returns when it
    /// has left our memory.
    pub(super) fn pass(&self, pid: i32) -> io::Result<()> {
        self.outlast(CLOSED);
        let mut traced = Ok(());
        if self.0.load(Ordering::Acquire) == KNOCKED {
            // The child shares our memory, into which nobody may look. There is nobody now.
            traced = sys::let_trace(true).and_then(|()| sys::trace(pid));
            traced = sys::let_trace(false).and(traced);
            if traced.is_err() {
                sys::kill(pid);
            }
            // It may have been killed meanwhile.
            let open = (KNOCKED, OPEN);
            let _ = self.0.compare_exchange(open.0, open.1, Ordering::AcqRel, Ordering::Acquire);
            let _ = futex::wake(&self.0, futex::Flags::empty(), 1);
        }
        for word in [KNOCKED, OPEN, GIVEN_UP] {
            self.outlast(word);
        }
        debug_assert_eq!(self.0.load(Ordering::Acquire), LEFT);
        traced
    }

    fn say(&self, word: u32) {
        self.0.store(word, Ordering::Release);
        let _ = futex::wake(&self.0, futex::Flags::empty(), 1);
    }

    /// Waits while the word is this one. (Errors of these calls go nowhere: the two sides share the
    /// C library's error number, in which one of them may just have something to say.)
    fn outlast(&self, word: u32) {
        while self.0.load(Ordering::Acquire) == word {
            match futex::wait(&self.0, futex::Flags::empty(), word, None) {
                Ok(()) | Err(Errno::AGAIN | Errno::INTR) => {}
                // Never seen; better busy than hung.
                Err(_) => std::hint::spin_loop(),
            }
        }
    }
}
