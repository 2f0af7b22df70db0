//! Plays games side by side: workers take fixtures in the order of the plan, and one owner hears of
//! every event. A game that the machine spoilt is played again, once. Whoever is told of the events
//! decides when enough was played.

use std::collections::HashMap;
use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::thread;

use crate::machine::TemporaryFolder;
use crate::machine_lock::MachineLock;
use crate::pool::{self, Numbers};
use crate::sandbox::{Interrupt, Job, Sandbox, SandboxError, Slot};
use crate::submission::Program;

use super::ArenaFailure;
use super::bot::{Attempt, Clock, FreshBot, SessionBot, fresh_job, session_job};
use super::kind::Setup;
use super::plan::Plan;
use super::record::{Event, Header, Protocol};
use super::referee::{self, Sheet};

/// Where and how games are played.
#[derive(Debug, Clone, Copy)]
pub struct ArenaRequest<'a> {
    /// The players' programs, by their numbers.
    pub programs: &'a [Program],
    /// Where they run.
    pub sandbox: &'a Sandbox,
    /// Turns share it for reading; one that must be alone holds it for writing.
    pub machine: &'a MachineLock,
    /// How many games go on side by side.
    pub workers: NonZeroUsize,
    /// Asks everything to stop.
    pub interrupt: &'a Interrupt,
}

/// What one worker has to say.
type Message = Result<Event, ArenaFailure>;

/// Plays the games of a header's plan for which `is_open` holds, in the plan's order, and tells of
/// every event as it comes; those of one game are in order. Once `told` breaks off, no game begins any
/// more, and those under way are left without an end.
///
/// # Errors
/// What is no bot's fault, the user's interrupt included. What was told until then stands.
pub fn play_all(
    hall: &ArenaRequest<'_>,
    setup: &Setup,
    header: &Header,
    is_open: &(dyn Fn(usize) -> bool + Sync),
    told: &mut dyn FnMut(&Event) -> io::Result<ControlFlow<()>>,
) -> Result<(), ArenaFailure> {
    let place = TemporaryFolder::make()
        .map_err(|source| ArenaFailure::Scratch { path: "a temporary folder".into(), source })?;
    let rules = setup.start(0).told_to_bots();
    let jobs = hall.programs.iter().enumerate().map(|(player, program)| {
        let (arguments, allowance) =
            (&header.players[player].arguments, header.allowance_of(player));
        let mut job = match header.protocol {
            Protocol::Fresh => fresh_job(program, arguments, allowance),
            Protocol::Session => session_job(program, arguments, allowance),
        };
        let told = rules.iter().cloned();
        job.environment.extend(told.map(|(name, value)| (name.into(), value.into())));
        job
    });
    let plan = Plan::of(header);
    let floor = SharedState {
        hall,
        setup,
        header,
        jobs: jobs.collect(),
        place: place.path(),
        is_open,
        games: Numbers::below(plan.games()),
        plan,
        stop: Interrupt::default(),
    };
    let workers = 0..hall.workers.get().min(floor.plan.games());
    let work = |number, tell: &dyn Fn(Message)| Worker::new(&floor, number).work(tell);
    let mut failure = None;
    let ended = pool::run(workers, &floor.games, work, &mut |message| {
        hear(&floor, message, &mut failure, told);
    });
    failure.map_or(Ok(()), Err)?;
    Ok(ended?)
}

/// The owner hears a message.
fn hear(
    floor: &SharedState<'_>,
    message: Message,
    failure: &mut Option<ArenaFailure>,
    told: &mut dyn FnMut(&Event) -> io::Result<ControlFlow<()>>,
) {
    let heard = message.and_then(|event| match failure {
        None => told(&event).map_err(ArenaFailure::Record),
        // Something is missing between this and what was told last.
        Some(_) => Ok(ControlFlow::Continue(())),
    });
    match heard {
        Ok(ControlFlow::Continue(())) => {}
        Ok(ControlFlow::Break(())) => floor.stop(),
        // Our own wish.
        Err(error) if error.is_interrupt() && floor.is_stopped() => {}
        Err(error) => {
            floor.stop();
            failure.get_or_insert(error);
        }
    }
}

/// What all workers share.
struct SharedState<'a> {
    hall: &'a ArenaRequest<'a>,
    setup: &'a Setup,
    header: &'a Header,
    plan: Plan,
    /// What each player's process is to do.
    jobs: Vec<Job>,
    /// A folder for the states that bots read.
    place: &'a Path,
    /// Which games of the plan are to be played.
    is_open: &'a (dyn Fn(usize) -> bool + Sync),
    /// The games of the plan.
    games: Numbers,
    /// No more is wanted.
    stop: Interrupt,
}

impl SharedState<'_> {
    fn take(&self) -> Option<Sheet<'_>> {
        if self.is_stopped() || self.hall.interrupt.is_set() {
            return None;
        }
        let game = loop {
            let game = self.games.take()?;
            if (self.is_open)(game) {
                break game;
            }
        };
        let fixture = self.plan.fixture(game);
        let opening = &self.header.openings[fixture.opening];
        let clocks = fixture
            .players
            .map(|player| Clock::of(&self.hall.programs[player], self.header.allowance_of(player)));
        let length = self.setup.kind.answer_length;
        Some(Sheet { game, players: fixture.players, opening, length, clocks })
    }

    fn stop(&self) {
        self.stop.set();
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_set() && !self.hall.interrupt.is_set()
    }
}

/// One who plays games one after another.
struct Worker<'a> {
    floor: &'a SharedState<'a>,
    /// The slots of the last game's players.
    slots: HashMap<usize, Slot>,
    /// A file a seat for what bots read.
    states: [PathBuf; 2],
}

impl<'a> Worker<'a> {
    fn new(floor: &'a SharedState<'a>, number: usize) -> Self {
        let states = [0, 1].map(|seat| floor.place.join(format!("{number}-{seat}")));
        Self { floor, slots: HashMap::new(), states }
    }

    fn work(&mut self, tell: &dyn Fn(Message)) {
        while let Some(sheet) = self.floor.take() {
            let mut told = |event| tell(Ok(event));
            let mut played = self.play(sheet, Attempt::First, &mut told);
            if played.as_ref().is_err_and(ArenaFailure::spoils_a_game) {
                played = self.play(sheet, Attempt::Last, &mut told);
            }
            if let Err(error) = played {
                return tell(Err(error));
            }
        }
    }

    /// One attempt at a game.
    fn play(
        &mut self,
        sheet: Sheet<'_>,
        attempt: Attempt,
        told: &mut dyn FnMut(Event),
    ) -> Result<(), ArenaFailure> {
        let (plan, header) = (&self.floor.plan, self.floor.header);
        let start = self.floor.setup.start(plan.fixture(sheet.game).opening);
        let stop = &self.floor.stop;
        let ArenaRequest { interrupt, programs, .. } = *self.floor.hall;
        let mut slots = self.seat(sheet.players)?;
        let [first, second] = &mut slots;
        let [one, two] = sheet.players.map(|player| &self.floor.jobs[player]);
        let played = match header.protocol {
            Protocol::Fresh => {
                let bot = |slot, job, state: &PathBuf| {
                    FreshBot::new(slot, job, state.clone(), interrupt, self.floor.hall.machine)
                };
                let [state, other] = &self.states;
                let mut bots = [bot(first, one, state), bot(second, two, other)];
                referee::play(start, sheet, &mut bots, stop, told)
            }
            Protocol::Session => thread::scope(|scope| {
                let moves = sheet.players.map(|player| {
                    let limits = header.allowance_of(player).limits();
                    limits.scaled(programs[player].time_factor)
                });
                let first = SessionBot::begin(scope, first, one, moves[0], attempt, interrupt)?;
                let second = SessionBot::begin(scope, second, two, moves[1], attempt, interrupt)?;
                let mut bots = [first, second];
                let played = referee::play(start, sheet, &mut bots, stop, told);
                SessionBot::close_all(bots);
                played
            }),
        };
        self.slots = sheet.players.into_iter().zip(slots).collect();
        played
    }

    /// The slots of the two players: those of the last game, where it was theirs.
    fn seat(&mut self, players: [usize; 2]) -> Result<[Slot; 2], SandboxError> {
        let mut slot = |player: usize| match self.slots.remove(&player) {
            Some(slot) => Ok(slot),
            None => self.floor.hall.sandbox.open(&self.floor.hall.programs[player].view),
        };
        let [first, second] = players.map(&mut slot);
        Ok([first?, second?])
    }
}
