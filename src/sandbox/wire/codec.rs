//! The messages as bytes: numbers as eight little-endian bytes, texts and lists behind their
//! length.

use std::ffi::{CString, OsStr, OsString};
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use super::{
    Accounting, Answer, Build, Extras, Facts, Halt, IdMaps, LARGEST, Order, Setup, SlotLimits,
    Walls,
};

impl Setup {
    /// As bytes.
    pub(in crate::sandbox) fn encode(&self) -> Vec<u8> {
        let mut out = Writer::default();
        match &self.walls {
            Walls::Namespaces(None) => out.number(0),
            Walls::Namespaces(Some(maps)) => {
                out.number(1);
                out.bytes(maps.uid.as_bytes());
                out.bytes(maps.gid.as_bytes());
                out.number(maps.deny_setgroups.into());
            }
            Walls::Fence => out.number(2),
            Walls::Watch => out.number(3),
        }
        out.number(self.id.map_or(u64::MAX, u64::from));
        out.paths(&self.groups);
        out.paths(&self.toolchains);
        out.paths(self.program.as_slice());
        out.paths(self.files.as_slice());
        let build = self.build.as_ref();
        out.paths(build.map_or(&[], |build| std::slice::from_ref(&build.folder)));
        out.number(build.map_or(0, |build| build.size));
        out.number(match self.accounting {
            Accounting::Group => 0,
            Accounting::OwnGroup => 1,
            Accounting::Traced => 2,
            Accounting::Sampled => 3,
        });
        out.0
    }

    /// From bytes.
    pub(in crate::sandbox) fn decode(bytes: &[u8]) -> io::Result<Self> {
        let mut from = Reader(bytes);
        let walls = match from.number()? {
            0 => Walls::Namespaces(None),
            1 => Walls::Namespaces(Some(IdMaps {
                uid: from.text()?,
                gid: from.text()?,
                deny_setgroups: from.number()? != 0,
            })),
            2 => Walls::Fence,
            3 => Walls::Watch,
            _ => return Err(unreadable()),
        };
        Ok(Self {
            walls,
            id: u32::try_from(from.number()?).ok(),
            groups: from.paths()?,
            toolchains: from.paths()?,
            program: from.paths()?.pop(),
            files: from.paths()?.pop(),
            build: {
                let (folder, size) = (from.paths()?.pop(), from.number()?);
                folder.map(|folder| Build { folder, size })
            },
            accounting: match from.number()? {
                0 => Accounting::Group,
                1 => Accounting::OwnGroup,
                2 => Accounting::Traced,
                3 => Accounting::Sampled,
                _ => return Err(unreadable()),
            },
        })
    }
}

impl Order {
    /// The bytes of [`Order::Stop`].
    pub(in crate::sandbox) fn stop() -> Vec<u8> {
        let mut out = Writer::default();
        out.number(0);
        out.0
    }

    /// The bytes of [`Order::Run`]; an error when they are too many or hold a NUL.
    pub(in crate::sandbox) fn run(
        limits: SlotLimits,
        extras: &Extras,
        argv: &[OsString],
        environment: &[(OsString, OsString)],
    ) -> io::Result<Vec<u8>> {
        let mut out = Writer::default();
        out.number(1);
        for value in [limits.kill_cpu, limits.memory, limits.processes, limits.files] {
            out.number(value);
        }
        out.number(extras.talks.into());
        for names in [extras.folder.as_slice(), &extras.keep] {
            out.number(names.len() as u64);
            for name in names {
                out.bytes(name.as_bytes());
            }
        }
        out.number(argv.len() as u64);
        for word in argv {
            out.bytes(word.as_bytes());
        }
        out.number(environment.len() as u64);
        for (name, value) in environment {
            out.number((name.len() + 1 + value.len()) as u64);
            out.0.extend_from_slice(name.as_bytes());
            out.0.push(b'=');
            out.0.extend_from_slice(value.as_bytes());
        }
        if argv.is_empty() || out.0.len() > LARGEST {
            let why = "the arguments and environment must be present and within 128 KiB";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        }
        let has_nul = |text: &OsStr| text.as_bytes().contains(&0);
        if argv.iter().any(|word| has_nul(word))
            || environment.iter().any(|(name, value)| has_nul(name) || has_nul(value))
        {
            let why = "a NUL byte in an argument or in the environment";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        }
        Ok(out.0)
    }

    /// From bytes.
    pub(in crate::sandbox) fn decode(bytes: &[u8]) -> io::Result<Self> {
        let mut from = Reader(bytes);
        if from.number()? == 0 {
            return Ok(Self::Stop);
        }
        let limits = SlotLimits {
            kill_cpu: from.number()?,
            memory: from.number()?,
            processes: from.number()?,
            files: from.number()?,
        };
        let talks = from.number()? != 0;
        let folder = from.strings()?.pop();
        let extras = Extras { folder, keep: from.strings()?, talks };
        Ok(Self::Run { limits, extras, argv: from.strings()?, environment: from.strings()? })
    }
}

impl Answer {
    /// As bytes.
    pub(in crate::sandbox) fn encode(&self) -> Vec<u8> {
        let mut out = Writer::default();
        match self {
            Self::Born => out.number(0),
            Self::Ready => out.number(1),
            Self::Stopping => out.number(4),
            Self::Failed { step, errno } => {
                out.number(2);
                out.bytes(step.as_bytes());
                out.signed(*errno);
            }
            Self::Done(facts) => {
                out.number(3);
                out.signed(facts.status);
                out.signed(facts.refused);
                out.number(facts.halt as u64);
                for value in [
                    facts.wall,
                    facts.start,
                    facts.ended,
                    facts.kept,
                    facts.reaped_cpu,
                    facts.own_cpu,
                    facts.resident,
                ] {
                    out.number(value);
                }
                out.number(facts.left_over.into());
                out.number(facts.retire.into());
            }
        }
        out.0
    }

    /// From bytes.
    pub(in crate::sandbox) fn decode(bytes: &[u8]) -> io::Result<Self> {
        let mut from = Reader(bytes);
        Ok(match from.number()? {
            0 => Self::Born,
            1 => Self::Ready,
            2 => Self::Failed { step: from.text()?, errno: from.signed()? },
            3 => Self::Done(Facts {
                status: from.signed()?,
                refused: from.signed()?,
                halt: match from.number()? {
                    0 => Halt::No,
                    1 => Halt::Asked,
                    2 => Halt::Memory,
                    3 => Halt::Cpu,
                    _ => return Err(unreadable()),
                },
                wall: from.number()?,
                start: from.number()?,
                ended: from.number()?,
                kept: from.number()?,
                reaped_cpu: from.number()?,
                own_cpu: from.number()?,
                resident: from.number()?,
                left_over: u32::try_from(from.number()?).map_err(|_| unreadable())?,
                retire: from.number()? != 0,
            }),
            4 => Self::Stopping,
            _ => return Err(unreadable()),
        })
    }
}

fn unreadable() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "unreadable message between judge and slot")
}

/// A message as it grows.
#[derive(Default)]
struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, value: u64) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    fn signed(&mut self, value: i32) {
        self.number(u64::from(value.cast_unsigned()));
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    fn paths(&mut self, paths: &[PathBuf]) {
        self.number(paths.len() as u64);
        for path in paths {
            self.bytes(Path::as_os_str(path).as_bytes());
        }
    }
}

/// The opposite of [`Writer`].
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn number(&mut self) -> io::Result<u64> {
        let (head, rest) = self.0.split_first_chunk::<8>().ok_or_else(unreadable)?;
        self.0 = rest;
        Ok(u64::from_le_bytes(*head))
    }

    fn signed(&mut self) -> io::Result<i32> {
        u32::try_from(self.number()?).map(u32::cast_signed).map_err(|_| unreadable())
    }

    fn bytes(&mut self) -> io::Result<&'a [u8]> {
        let length = usize::try_from(self.number()?).map_err(|_| unreadable())?;
        let (head, rest) = self.0.split_at_checked(length).ok_or_else(unreadable)?;
        self.0 = rest;
        Ok(head)
    }

    fn text(&mut self) -> io::Result<String> {
        String::from_utf8(self.bytes()?.to_vec()).map_err(|_| unreadable())
    }

    fn paths(&mut self) -> io::Result<Vec<PathBuf>> {
        (0..self.number()?)
            .map(|_| Ok(PathBuf::from(OsString::from_vec(self.bytes()?.to_vec()))))
            .collect()
    }

    fn strings(&mut self) -> io::Result<Vec<CString>> {
        (0..self.number()?).map(|_| CString::new(self.bytes()?).map_err(|_| unreadable())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setup_survives_the_wire() {
        let setup = Setup {
            walls: Walls::Namespaces(Some(IdMaps {
                uid: "0 0 1".into(),
                gid: "0 0 1".into(),
                deny_setgroups: true,
            })),
            id: Some(60_000),
            groups: vec!["/a".into(), "/b".into()],
            toolchains: vec!["/opt/x y".into()],
            program: None,
            files: Some("/f".into()),
            build: Some(Build { folder: "/w".into(), size: 5 }),
            accounting: Accounting::Traced,
        };
        assert_eq!(Setup::decode(&setup.encode()).unwrap(), setup);
    }

    #[test]
    fn facts_survive_the_wire() {
        let facts = Facts {
            status: -1,
            refused: 2,
            halt: Halt::Cpu,
            wall: 1,
            start: 8,
            ended: 8,
            kept: 9,
            reaped_cpu: 2,
            own_cpu: 3,
            resident: u64::MAX,
            left_over: 7,
            retire: true,
        };
        let Answer::Done(back) = Answer::decode(&Answer::Done(facts).encode()).unwrap() else {
            panic!("another answer");
        };
        assert_eq!(back, facts);
    }

    #[test]
    fn a_message_cut_short_is_an_error() {
        let whole = Answer::Failed { step: "mount".into(), errno: 1 }.encode();
        for length in 0..whole.len() {
            assert!(Answer::decode(&whole[..length]).is_err(), "{length} bytes");
        }
    }

    #[test]
    fn arguments_are_checked() {
        let limits = SlotLimits { kill_cpu: 1, memory: 2, processes: 3, files: 4 };
        let extras = Extras::default();
        assert!(Order::run(limits, &extras, &[], &[]).is_err());
        assert!(Order::run(limits, &extras, &["a\0b".into()], &[]).is_err());
        assert!(Order::run(limits, &extras, &["x".repeat(LARGEST).into()], &[]).is_err());
        assert!(
            Order::run(limits, &extras, &["/bin/true".into()], &[("A".into(), "b".into())]).is_ok()
        );
    }
}
