//! Writes archives byte by byte, bad ones too, as APPNOTE.TXT of PKWARE describes them.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::DeflateEncoder;

/// An entry; what is `Some` is written instead of the truth.
#[derive(Debug, Clone)]
pub(super) struct Member {
    pub(super) name: Vec<u8>,
    pub(super) data: Vec<u8>,
    /// The mode of Unix, with what it is.
    pub(super) mode: u32,
    /// The system that it was made on: 3 is Unix.
    pub(super) creator: u16,
    pub(super) flags: u16,
    pub(super) deflated: bool,
    pub(super) method: Option<u16>,
    pub(super) crc: Option<u32>,
    pub(super) size: Option<u32>,
    pub(super) offset: Option<u32>,
    /// Whether it stands in the directory only.
    pub(super) without_data: bool,
}

impl Member {
    pub(super) fn file(name: &str, text: &str) -> Self {
        Self {
            name: name.into(),
            data: text.into(),
            mode: 0o100_644,
            creator: 3,
            flags: 0,
            deflated: false,
            method: None,
            crc: None,
            size: None,
            offset: None,
            without_data: false,
        }
    }

    pub(super) fn folder(name: &str) -> Self {
        Self { mode: 0o040_755, ..Self::file(&format!("{name}/"), "") }
    }

    pub(super) fn link(name: &str, target: &str) -> Self {
        Self { mode: 0o120_777, ..Self::file(name, target) }
    }

    fn packed(&self) -> Vec<u8> {
        if !self.deflated {
            return self.data.clone();
        }
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(&self.data).unwrap();
        encoder.finish().unwrap()
    }

    /// What the headers have in common: from the version needed to the length of the extra field.
    fn header(&self) -> Vec<u8> {
        let mut crc = flate2::Crc::new();
        crc.update(&self.data);
        let method = self.method.unwrap_or(if self.deflated { 8 } else { 0 });
        let size = u32::try_from(self.data.len()).unwrap();
        let packed = u32::try_from(self.packed().len()).unwrap();
        let mut header = Vec::new();
        for short in [20, self.flags, method, 0, 0] {
            header.extend(u16::to_le_bytes(short));
        }
        for long in [self.crc.unwrap_or(crc.sum()), packed, self.size.unwrap_or(size)] {
            header.extend(u32::to_le_bytes(long));
        }
        header.extend(u16::try_from(self.name.len()).unwrap().to_le_bytes());
        header.extend([0; 2]);
        header
    }
}

/// The archive of these entries, in this order.
pub(super) fn archive(members: &[Member]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for member in members {
        let offset = u32::try_from(bytes.len()).unwrap();
        if !member.without_data {
            bytes.extend([b"PK\x03\x04", member.header().as_slice(), &member.name].concat());
            bytes.extend(member.packed());
        }
        let made_by = ((member.creator << 8) + 20).to_le_bytes();
        directory.extend([b"PK\x01\x02", made_by.as_slice(), &member.header()].concat());
        directory.extend([0; 6]);
        directory.extend((member.mode << 16).to_le_bytes());
        directory.extend(member.offset.unwrap_or(offset).to_le_bytes());
        directory.extend(&member.name);
    }
    let count = u16::try_from(members.len()).unwrap().to_le_bytes();
    let sizes = [directory.len(), bytes.len()].map(|size| u32::try_from(size).unwrap());
    bytes.extend(directory);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend([count, count].concat());
    bytes.extend(sizes.map(u32::to_le_bytes).concat());
    bytes.extend([0; 2]);
    bytes
}
