//! The way of a message: one datagram of a seqpacket socket, descriptors beside it.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, ReturnFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};
use serde::Serialize;

use super::codec::encode;

/// Most descriptors beside one message.
const DESCRIPTORS: usize = 8;

/// Encodes and sends one message.
pub(in crate::sandbox) fn tell(
    socket: impl AsFd,
    message: &impl Serialize,
    descriptors: &[BorrowedFd<'_>],
) -> io::Result<()> {
    send(socket, &encode(message)?, descriptors)
}

/// Sends one message as bytes. Never raises `SIGPIPE`.
pub(in crate::sandbox) fn send(
    socket: impl AsFd,
    message: &[u8],
    descriptors: &[BorrowedFd<'_>],
) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(DESCRIPTORS))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    if !descriptors.is_empty() && !control.push(SendAncillaryMessage::ScmRights(descriptors)) {
        return Err(io::Error::other("too many descriptors for one message"));
    }
    loop {
        match sendmsg(&socket, &[IoSlice::new(message)], &mut control, SendFlags::NOSIGNAL) {
            Ok(_) => return Ok(()),
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Receives one message into `buffer`: its length and its descriptors. `None` when the far end is
/// gone.
pub(in crate::sandbox) fn receive(
    socket: impl AsFd,
    buffer: &mut [u8],
) -> io::Result<Option<(usize, Vec<OwnedFd>)>> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(DESCRIPTORS))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let (length, cut_short) = loop {
        let parts = &mut [IoSliceMut::new(buffer)];
        match recvmsg(&socket, parts, &mut control, RecvFlags::CMSG_CLOEXEC) {
            Ok(message) => break (message.bytes, message.flags.contains(ReturnFlags::CTRUNC)),
            Err(rustix::io::Errno::INTR) => {}
            Err(rustix::io::Errno::CONNRESET) => return Ok(None),
            Err(error) => return Err(error.into()),
        }
    };
    if cut_short {
        // The kernel drops what finds no room among our descriptors.
        return Err(rustix::io::Errno::MFILE.into());
    }
    let mut descriptors = Vec::with_capacity(DESCRIPTORS);
    for message in control.drain() {
        if let RecvAncillaryMessage::ScmRights(rights) = message {
            descriptors.extend(rights);
        }
    }
    Ok(if length == 0 { None } else { Some((length, descriptors)) })
}
