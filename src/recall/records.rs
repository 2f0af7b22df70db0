//! The records of the runs of one program, and the file that they are kept in. Pure: bytes in, bytes
//! out.
//!
//! The file begins with a line that names the format. Each record follows with its length and a
//! checksum before it, the one that was used last at the end. What is damaged is left out, and is gone
//! when the file is written again.

use std::collections::HashMap;

use super::identity::{Identity, Key};
use super::record::{Record, Value};

/// The first line. Raised whenever records are written in another way.
const HEADER: &[u8] = b"jury recall 1\n";

/// Bytes of the checksum of a record.
const CHECKSUM: usize = 16;

/// Bytes of the length of a record.
const LENGTH: usize = size_of::<u32>();

/// Bytes of one record at the most.
const LARGEST_RECORD: usize = 1 << 20;

/// Bytes of a file at the most: the records that were not used for the longest time go first.
pub(super) const LARGEST: usize = 16 << 20;

/// The records of the runs of one program.
#[derive(Debug, Clone, Default)]
pub struct Records {
    /// The one that was used last is the last.
    records: Vec<Record>,
    places: HashMap<Key, usize>,
}

/// What is known of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lookup<'a> {
    /// What came of it.
    Known(&'a Record, &'a [u8]),
    /// It has to be run; why, as a lower-case fragment.
    Run(String),
}

impl Records {
    /// What is known of a run of this identity for this subject.
    pub fn look_up(&self, identity: &Identity, subject: &str) -> Lookup<'_> {
        let Some(&place) = self.places.get(&identity.key()) else {
            return Lookup::Run(self.why_unknown(identity, subject));
        };
        let record = &self.records[place];
        match &record.value {
            Value::Known(bytes) => Lookup::Known(record, bytes),
            Value::Noisy(why) => Lookup::Run(format!("the run of {} UTC {why}", record.at)),
            Value::Unreliable => {
                Lookup::Run("two runs that should be the same came to different outcomes".into())
            }
        }
    }

    /// In what the nearest known run differs.
    fn why_unknown(&self, identity: &Identity, subject: &str) -> String {
        let same = self.records.iter().rev().filter(|record| record.subject == subject);
        let nearest = same.min_by_key(|record| identity.distance(&record.identity));
        let difference = nearest.and_then(|record| identity.difference(&record.identity));
        difference.unwrap_or_else(|| "it was not run before".to_owned())
    }

    /// Takes in what was run, the newest last.
    pub fn add(&mut self, records: impl IntoIterator<Item = Record>) {
        for record in records {
            let key = record.identity.key();
            if let Some(&place) = self.places.get(&key) {
                let older = self.records[place].clone();
                self.records[place] = older.then(record);
            } else {
                self.places.insert(key, self.records.len());
                self.records.push(record);
            }
        }
    }

    /// Puts the records of these identities last: they were used.
    pub(super) fn used(&mut self, keys: &[Key]) {
        let used: Vec<usize> =
            keys.iter().filter_map(|key| self.places.get(key)).copied().collect();
        let mut is_used = vec![false; self.records.len()];
        for place in used {
            is_used[place] = true;
        }
        let (last, first): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.records).into_iter().zip(is_used).partition(|(_, used)| *used);
        self.records = first.into_iter().chain(last).map(|(record, _)| record).collect();
        self.find_places();
    }

    fn find_places(&mut self) {
        let keys = self.records.iter().map(|record| record.identity.key());
        self.places = keys.enumerate().map(|(place, key)| (key, place)).collect();
    }

    /// Reads what a file holds. What is damaged is left out.
    pub fn parse(bytes: &[u8]) -> Self {
        let mut all = Self::default();
        let mut rest = bytes.strip_prefix(HEADER).unwrap_or_default();
        while let Some((payload, is_sound, after)) = next(rest) {
            let record = postcard::from_bytes(payload).ok();
            all.records.extend(record.filter(|_| is_sound));
            rest = after;
        }
        all.find_places();
        all
    }

    /// The bytes of its file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut left = LARGEST - HEADER.len();
        let mut kept = Vec::new();
        for record in self.records.iter().rev() {
            let Ok(payload) = postcard::to_stdvec(record) else { continue };
            let Ok(length) = u32::try_from(payload.len()) else { continue };
            if payload.len() > LARGEST_RECORD {
                continue;
            }
            let all = LENGTH + CHECKSUM + payload.len();
            if all > left {
                break;
            }
            left -= all;
            kept.push([&length.to_le_bytes(), &checksum(&payload)[..], &payload].concat());
        }
        kept.push(HEADER.to_vec());
        kept.reverse();
        kept.concat()
    }
}

/// The first record, whether its checksum is right, and what follows; `None` where no record can be
/// found any more.
fn next(bytes: &[u8]) -> Option<(&[u8], bool, &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<LENGTH>()?;
    let (sum, rest) = rest.split_first_chunk::<CHECKSUM>()?;
    let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
    let (payload, rest) = rest.split_at_checked(length)?;
    Some((payload, checksum(payload) == *sum, rest))
}

fn checksum(payload: &[u8]) -> [u8; CHECKSUM] {
    let hash = *blake3::hash(payload).as_bytes();
    std::array::from_fn(|byte| hash[byte])
}

#[cfg(test)]
mod tests {
    use super::super::identity::Aspect;
    use super::*;
    use crate::digest::Digest;

    fn identity(input: &str) -> Identity {
        let mut digest = Digest::default();
        digest.field("input", input);
        Identity::default().with(Aspect::Input, &digest, "")
    }

    fn record(input: &str, value: Vec<u8>) -> Record {
        Record {
            subject: "p/1".into(),
            at: "now".into(),
            identity: identity(input),
            outcome: "AC".into(),
            value: Value::Known(value),
        }
    }

    fn records(inputs: &[&str]) -> Records {
        let mut records = Records::default();
        records.add(inputs.iter().map(|input| record(input, input.as_bytes().to_vec())));
        records
    }

    /// Which of the inputs are known.
    fn known(records: &Records, inputs: &[&str]) -> String {
        let is_known =
            |input: &&&str| matches!(records.look_up(&identity(input), "p/1"), Lookup::Known(..));
        inputs.iter().filter(is_known).copied().collect()
    }

    #[test]
    fn what_is_written_is_read() {
        let written = records(&["a", "b"]);
        let read = Records::parse(&written.to_bytes());
        assert_eq!(read.records, written.records);
        assert_eq!(read.look_up(&identity("c"), "p/1"), Lookup::Run("input changed".into()));
        assert_eq!(
            read.look_up(&identity("c"), "p/2"),
            Lookup::Run("it was not run before".into())
        );
    }

    /// Whatever byte is damaged, and wherever the file was cut off: what is read is right.
    #[test]
    fn damage_is_left_out() {
        let inputs = ["a", "b", "c"];
        let whole = records(&inputs);
        let bytes = whole.to_bytes();
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 0x41;
            for damaged in [changed.as_slice(), &bytes[..place]] {
                let read = Records::parse(damaged);
                assert!(read.records.iter().all(|record| whole.records.contains(record)));
                assert!(read.records.len() < 3, "{place}");
            }
        }
        let mut middle = bytes.clone();
        let second = HEADER.len() + (bytes.len() - HEADER.len()) / 2;
        middle[second] ^= 1;
        assert_eq!(known(&Records::parse(&middle), &inputs), "ac");
        assert_eq!(Records::parse(b"junk").records, []);
    }

    #[test]
    fn what_was_not_used_for_the_longest_time_goes_first() {
        let mut records = Records::default();
        let large = |input: &str| record(input, vec![0; LARGEST_RECORD - 1000]);
        let names: Vec<String> = (0..17).map(|number| number.to_string()).collect();
        records.add(names.iter().map(|name| large(name)));
        records.used(&[identity("0").key()]);
        records.add([record("too large", vec![0; LARGEST_RECORD])]);
        let read = Records::parse(&records.to_bytes());
        assert_eq!(known(&read, &["0", "1", "2", "16", "too large"]), "0216");
    }
}
