//! What two programs said to each other, and when: the first and the last turns, each cut to a
//! bounded length, however much was said.

use std::collections::VecDeque;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Turns kept from the beginning.
const HEAD: usize = 8;
/// Turns kept from the end.
const TAIL: usize = 40;

/// Who speaks in a dialogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Speaker {
    /// The contestant's program.
    Submission,
    /// The jury's.
    Interactor,
}

/// All that one side wrote before the other one answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// When its first byte was seen, after the start of the dialogue.
    pub at: Duration,
    /// Who wrote it.
    pub by: Speaker,
    /// Its first bytes.
    pub text: Vec<u8>,
    /// How many bytes it has in all.
    pub bytes: u64,
}

/// The first and the last turns of a dialogue.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transcript {
    head: Vec<Turn>,
    tail: VecDeque<Turn>,
    /// Turns left out between head and tail.
    left_out: usize,
    /// When each side was last seen to write.
    last: [Option<Duration>; 2],
}

impl Transcript {
    /// Bytes kept of a turn, at the most.
    pub const TURN_BYTES: usize = 160;

    /// Takes down what was just written.
    pub fn add(&mut self, at: Duration, by: Speaker, bytes: &[u8]) {
        self.last[by as usize] = Some(at);
        let full = self.head.len() >= HEAD;
        let current = self.tail.back_mut().or(self.head.last_mut());
        let turn = match current {
            Some(turn) if turn.by == by => turn,
            _ => {
                let turn = Turn { at, by, text: Vec::new(), bytes: 0 };
                if full { self.push_tail(turn) } else { self.push_head(turn) }
            }
        };
        let room = Self::TURN_BYTES.saturating_sub(turn.text.len());
        turn.text.extend_from_slice(&bytes[..bytes.len().min(room)]);
        turn.bytes += bytes.len() as u64;
    }

    fn push_head(&mut self, turn: Turn) -> &mut Turn {
        self.head.push(turn);
        let last = self.head.len() - 1;
        &mut self.head[last]
    }

    fn push_tail(&mut self, turn: Turn) -> &mut Turn {
        if self.tail.len() == TAIL {
            self.tail.pop_front();
            self.left_out += 1;
        }
        self.tail.push_back(turn);
        let last = self.tail.len() - 1;
        &mut self.tail[last]
    }

    /// The turns that were kept, in order.
    pub fn turns(&self) -> impl DoubleEndedIterator<Item = &Turn> {
        self.head.iter().chain(&self.tail)
    }

    /// How many turns are missing after how many: where the head ends.
    pub fn gap(&self) -> Option<(usize, usize)> {
        (self.left_out > 0).then_some((HEAD, self.left_out))
    }

    /// When this side was last seen to write; `None` when it never did.
    pub fn last(&self, speaker: Speaker) -> Option<Duration> {
        self.last[speaker as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_joined_cut_and_left_out_in_the_middle() {
        let mut transcript = Transcript::default();
        let at = Duration::from_millis;
        transcript.add(at(1), Speaker::Submission, b"a\n");
        transcript.add(at(2), Speaker::Submission, &[b'x'; 1000]);
        let first = transcript.turns().next().unwrap();
        assert_eq!(
            (first.at, first.bytes, first.text.len()),
            (at(1), 1002, Transcript::TURN_BYTES)
        );
        assert_eq!(transcript.last(Speaker::Submission), Some(at(2)));
        assert_eq!(transcript.last(Speaker::Interactor), None);
        for number in 0..100 {
            transcript.add(at(10 + number), Speaker::Interactor, b"?");
            transcript.add(at(10 + number), Speaker::Submission, b"!");
        }
        assert_eq!(transcript.turns().count(), HEAD + TAIL);
        assert_eq!(transcript.gap(), Some((HEAD, 201 - HEAD - TAIL)));
        assert_eq!(transcript.turns().next_back().unwrap().at, at(109));
    }
}
