//! Rows of refused calls as instructions of the kernel's filter.

use libc::{c_long, sock_filter};

const LOAD: u16 = code(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS);
const EQUAL: u16 = code(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K);
const AT_LEAST: u16 = code(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K);
const ANY_BIT: u16 = code(libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K);
const MASK: u16 = code(libc::BPF_ALU | libc::BPF_AND | libc::BPF_K);
const RETURN: u16 = code(libc::BPF_RET | libc::BPF_K);

#[expect(clippy::cast_possible_truncation, reason = "instruction codes have eight bits")]
const fn code(bits: u32) -> u16 {
    bits as u16
}

/// Offsets in `struct seccomp_data`; of an argument, its low half.
const NUMBER: u32 = 0;
const ARCHITECTURE: u32 = 4;
const fn argument(index: u32) -> u32 {
    16 + 8 * index
}

#[cfg(target_arch = "x86_64")]
pub(super) const OURS: u32 = 0xC000_003E;
#[cfg(target_arch = "aarch64")]
pub(super) const OURS: u32 = 0xC000_00B7;
/// Calls of the x32 ABI carry this bit.
#[cfg(target_arch = "x86_64")]
pub(super) const FOREIGN_BIT: u32 = 0x4000_0000;

/// When a call is refused.
pub(super) enum When {
    Always,
    /// The argument is not zero.
    NotZero(u32),
    /// The argument has one of these bits.
    AnyBit(u32, u32),
    /// The argument is one of these.
    Is(u32, &'static [i32]),
    /// The argument is none of these.
    IsNot(u32, &'static [i32]),
    /// Of these bits of the argument, just those are set.
    Bits(u32, i32, i32),
}

/// Error number 0: the call is not made, and succeeds.
pub(super) const NOTHING_DONE: i32 = 0;
/// In place of an error number: the tracer sees the call before it is made.
pub(super) const SEEN_BY_TRACER: i32 = -1;

/// One row: the call, when it is refused, and the error number that it then gives.
pub(super) type Row = (c_long, When, i32);

fn instruction(code: u16, jump_true: u8, jump_false: u8, value: u32) -> sock_filter {
    sock_filter { code, jt: jump_true, jf: jump_false, k: value }
}

/// One row as instructions. Each row stands for itself: the number is in the accumulator when it
/// begins and again when it ends without a decision.
fn translate((call, when, errno): Row, out: &mut Vec<sock_filter>) {
    let answer = match errno {
        SEEN_BY_TRACER => libc::SECCOMP_RET_TRACE,
        errno => libc::SECCOMP_RET_ERRNO | errno.cast_unsigned(),
    };
    let refuse = instruction(RETURN, 0, 0, answer);
    let reload = instruction(LOAD, 0, 0, NUMBER);
    let mut body = Vec::new();
    match when {
        When::Always => body.push(refuse),
        When::NotZero(index) => {
            body.push(instruction(LOAD, 0, 0, argument(index)));
            body.push(instruction(EQUAL, 1, 0, 0));
            body.extend([refuse, reload]);
        }
        When::AnyBit(index, bits) => {
            body.push(instruction(LOAD, 0, 0, argument(index)));
            body.push(instruction(ANY_BIT, 0, 1, bits));
            body.extend([refuse, reload]);
        }
        When::Bits(index, mask, bits) => {
            body.push(instruction(LOAD, 0, 0, argument(index)));
            body.push(instruction(MASK, 0, 0, mask.cast_unsigned()));
            body.push(instruction(EQUAL, 0, 1, bits.cast_unsigned()));
            body.extend([refuse, reload]);
        }
        When::Is(index, values) => {
            body.push(instruction(LOAD, 0, 0, argument(index)));
            for value in values {
                body.push(instruction(EQUAL, 0, 1, value.cast_unsigned()));
                body.push(refuse);
            }
            body.push(reload);
        }
        When::IsNot(index, values) => {
            body.push(instruction(LOAD, 0, 0, argument(index)));
            for (place, value) in (0_u8..).zip(values) {
                // Over the remaining comparisons and the refusal.
                #[expect(clippy::cast_possible_truncation, reason = "a handful of values")]
                let over = values.len() as u8 - place;
                body.push(instruction(EQUAL, over, 0, value.cast_unsigned()));
            }
            body.extend([refuse, reload]);
        }
    }
    let length = u8::try_from(body.len()).expect("a row is a dozen instructions");
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "call numbers")]
    out.push(instruction(EQUAL, 0, length, call as u32));
    out.extend(body);
}

/// The whole program: the architecture first, since call numbers mean nothing without it.
pub(super) fn program(rows: Vec<Row>) -> Vec<sock_filter> {
    let kill = instruction(RETURN, 0, 0, libc::SECCOMP_RET_KILL_PROCESS);
    let mut out = vec![
        instruction(LOAD, 0, 0, ARCHITECTURE),
        instruction(EQUAL, 1, 0, OURS),
        kill,
        instruction(LOAD, 0, 0, NUMBER),
    ];
    #[cfg(target_arch = "x86_64")]
    out.extend([instruction(AT_LEAST, 0, 1, FOREIGN_BIT), kill]);
    out.extend(decisions(rows));
    out
}

/// A program that only adds to one in force, and leaves other architectures to that.
pub(super) fn addition(rows: Vec<Row>) -> Vec<sock_filter> {
    let mut out = vec![instruction(LOAD, 0, 0, NUMBER)];
    out.extend(decisions(rows));
    out
}

/// All rows; what none of them refuses is allowed.
fn decisions(rows: Vec<Row>) -> Vec<sock_filter> {
    let mut out = Vec::new();
    for row in rows {
        translate(row, &mut out);
    }
    out.push(instruction(RETURN, 0, 0, libc::SECCOMP_RET_ALLOW));
    out
}

/// Runs the program as the kernel would, on a call with these first arguments.
#[cfg(test)]
pub(super) fn decide(
    program: &[sock_filter],
    architecture: u32,
    call: c_long,
    arguments: [u32; 4],
) -> u32 {
    let load = |offset: u32| match offset {
        NUMBER => u32::try_from(call).unwrap(),
        ARCHITECTURE => architecture,
        _ => arguments[(offset as usize - 16) / 8],
    };
    let (mut at, mut accumulator) = (0_usize, 0);
    loop {
        let now = program[at];
        at += 1;
        let holds = match now.code {
            RETURN => return now.k,
            LOAD => {
                accumulator = load(now.k);
                continue;
            }
            MASK => {
                accumulator &= now.k;
                continue;
            }
            EQUAL => accumulator == now.k,
            AT_LEAST => accumulator >= now.k,
            ANY_BIT => accumulator & now.k != 0,
            other => panic!("instruction {other:#x}"),
        };
        at += usize::from(if holds { now.jt } else { now.jf });
    }
}
