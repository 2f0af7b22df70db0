//! Messages as bytes. Whatever is no whole message is an error.

use std::ffi::{CString, OsString};
use std::io;
use std::os::unix::ffi::OsStrExt;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::messages::{Extras, Order, SlotLimits};

/// The largest message in bytes: arguments and environment together must fit. Below the kernel's
/// default socket buffer (208 KiB).
pub(in crate::sandbox) const LARGEST: usize = 128 << 10;

/// A message as bytes.
pub(super) fn encode(message: &impl Serialize) -> io::Result<Vec<u8>> {
    postcard::to_stdvec(message).map_err(io::Error::other)
}

/// A message from bytes.
pub(in crate::sandbox) fn decode<T: DeserializeOwned>(bytes: &[u8]) -> io::Result<T> {
    if let Ok((message, [])) = postcard::take_from_bytes(bytes) {
        return Ok(message);
    }
    let why = "unreadable message between judge and slot";
    Err(io::Error::new(io::ErrorKind::InvalidData, why))
}

impl Order {
    /// The order to run this, as bytes; an error when they are too many, when there is nothing to run,
    /// or where a text holds a NUL.
    pub(in crate::sandbox) fn run(
        limits: SlotLimits,
        extras: Extras,
        argv: &[OsString],
        environment: &[(OsString, OsString)],
    ) -> io::Result<Vec<u8>> {
        let is_present = !argv.is_empty();
        let argv =
            argv.iter().map(|word| text(word.as_bytes().to_vec())).collect::<io::Result<_>>()?;
        let setting = |(name, value): &(OsString, OsString)| {
            text([name.as_bytes(), b"=", value.as_bytes()].concat())
        };
        let environment = environment.iter().map(setting).collect::<io::Result<_>>()?;
        let bytes = encode(&Self::Run { limits, extras, argv, environment })?;
        if is_present && bytes.len() <= LARGEST {
            return Ok(bytes);
        }
        let why = "the arguments and environment must be present and within 128 KiB";
        Err(io::Error::new(io::ErrorKind::InvalidInput, why))
    }
}

fn text(bytes: Vec<u8>) -> io::Result<CString> {
    CString::new(bytes).map_err(|_| {
        let why = "a NUL byte in an argument or in the environment";
        io::Error::new(io::ErrorKind::InvalidInput, why)
    })
}

#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStringExt as _;

    use super::super::messages::{
        Accounting, Answer, Build, Facts, Halt, HostPath, IdMaps, Setup, Walls,
    };
    use super::*;

    const LIMITS: SlotLimits = SlotLimits { kill_cpu: 1, memory: 2, processes: 3, files: 4 };

    fn path(text: &str) -> HostPath {
        OsString::from(text).into()
    }

    fn setup() -> Setup {
        Setup {
            walls: Walls::Namespaces(Some(IdMaps {
                uid: "0 0 1".into(),
                gid: "0 0 1".into(),
                deny_setgroups: true,
            })),
            id: Some(60_000),
            groups: vec![path("/a"), path("/b")],
            toolchains: vec![path("/opt/x y")],
            program: None,
            files: Some(path("/f")),
            build: Some(Build { folder: path("/w"), size: 5 }),
            read_only: true,
            accounting: Accounting::Traced,
        }
    }

    #[test]
    fn a_setup_survives_the_wire() {
        assert_eq!(decode::<Setup>(&encode(&setup()).unwrap()).unwrap(), setup());
    }

    #[test]
    fn facts_survive_the_wire() {
        let facts = Facts {
            status: -1,
            refused: 2,
            halt: Halt::Cpu,
            wall: 1,
            ended: 8,
            kept: 9,
            reaped_cpu: 2,
            own_cpu: 3,
            resident: u64::MAX,
            left_over: 7,
            retire: true,
        };
        let bytes = encode(&Answer::Done(facts)).unwrap();
        let Answer::Done(back) = decode(&bytes).unwrap() else { panic!("another answer") };
        assert_eq!(back, facts);
    }

    #[test]
    fn what_is_no_whole_message_is_an_error() {
        let mut whole = encode(&Answer::Failed { step: "mount".into(), errno: 1 }).unwrap();
        for length in 0..whole.len() {
            assert!(decode::<Answer>(&whole[..length]).is_err(), "{length} bytes");
        }
        whole.push(0);
        assert!(decode::<Answer>(&whole).is_err(), "a byte too many");
        // Of a list, a length without end; no such answer; a text that is none.
        for bytes in [&[0, 255, 255, 255, 255, 255, 255, 255, 255, 1][..], &[9], &[2, 1, 0xff, 0]] {
            assert!(
                decode::<Answer>(bytes).is_err() && decode::<Order>(bytes).is_err(),
                "{bytes:?}"
            );
        }
    }

    #[test]
    fn any_path_and_any_argument_that_a_system_takes_survives() {
        let odd = OsString::from_vec(vec![b'/', 0xff, b'\n', b'x']);
        let setup = Setup {
            program: Some(odd.clone().into()),
            groups: vec![odd.clone().into()],
            ..setup()
        };
        assert_eq!(decode::<Setup>(&encode(&setup).unwrap()).unwrap(), setup);
        let order = Order::run(
            LIMITS,
            Extras::default(),
            std::slice::from_ref(&odd),
            &[(odd.clone(), odd.clone())],
        );
        let Order::Run { argv, environment, .. } = decode(&order.unwrap()).unwrap() else {
            panic!("another order")
        };
        assert_eq!(argv[0].as_bytes(), odd.as_bytes());
        let pair = [odd.as_bytes(), b"=", odd.as_bytes()].concat();
        assert_eq!(environment[0].as_bytes(), pair);
    }

    #[test]
    fn arguments_are_checked() {
        let case = |argv: &[OsString], environment: &[(OsString, OsString)]| {
            Order::run(LIMITS, Extras::default(), argv, environment)
        };
        assert!(case(&[], &[]).is_err());
        assert!(case(&["a\0b".into()], &[]).is_err());
        assert!(case(&["x".repeat(LARGEST).into()], &[]).is_err());
        assert!(case(&["/bin/true".into()], &[("A".into(), "b\0".into())]).is_err());
        assert!(case(&["/bin/true".into()], &[("A".into(), "b".into())]).is_ok());
    }
}
