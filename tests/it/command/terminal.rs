//! A terminal of a test's own with a command on it: its size, its keys, what is drawn.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

/// Far more than any answer takes.
const PATIENCE: Duration = Duration::from_mins(1);

/// A command on a terminal.
pub(crate) struct Terminal {
    keys: File,
    screen: File,
    child: Child,
    drawn: Receiver<Vec<u8>>,
}

impl Terminal {
    /// Starts the command on a terminal of so many rows and columns.
    pub(crate) fn start(command: &mut Command, rows: u16, columns: u16) -> Self {
        let keys = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&keys).and_then(|()| unlockpt(&keys)).expect("usable");
        let name = ptsname(&keys, Vec::new()).expect("a name");
        let name = name.to_str().expect("plain");
        let screen = File::options().read(true).write(true).open(name).expect("its other end");
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&screen, size).expect("a size");
        let end = || OwnedFd::from(screen.try_clone().expect("one more end"));
        let child = command.stdin(end()).stdout(end()).stderr(end()).spawn().expect("started");
        let keys = File::from(keys);
        let mut reader = keys.try_clone().expect("one more end");
        let (sender, drawn) = channel();
        std::thread::spawn(move || {
            let mut piece = [0; 4096];
            while let Ok(length @ 1..) = reader.read(&mut piece) {
                if sender.send(piece[..length].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self { keys, screen, child, drawn }
    }

    /// Everything that is drawn up to these words.
    #[track_caller]
    pub(crate) fn until(&self, words: &str) -> String {
        let mut all = Vec::new();
        loop {
            all.extend(self.drawn.recv_timeout(PATIENCE).expect("more is drawn"));
            let text = String::from_utf8_lossy(&all);
            if text.contains(words) {
                return text.into_owned();
            }
        }
    }

    /// Presses keys.
    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("keys");
    }

    /// Sends a signal to the command.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("sent");
    }

    /// How the command ended, which must leave the terminal's modes as they were.
    #[track_caller]
    pub(crate) fn ended(&mut self) -> ExitStatus {
        let status = self.child.wait().expect("it ends");
        let modes = tcgetattr(&self.screen).expect("modes").local_modes;
        assert!(modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG));
        status
    }
}
