//! Stepping through games on a terminal, which is as it was before whatever ends this: a key, a
//! signal, an error or a panic.

use std::io::{self, Write};
use std::panic;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal::{
    self, Clear, ClearType, DisableLineWrap, EnableLineWrap, EnterAlternateScreen,
    LeaveAlternateScreen,
};
use crossterm::{execute, queue};

use crate::arena::game::{Part, TextStyle};
use crate::cli::status::{Failure, Status};
use crate::sandbox::Interrupt;

use super::game_view::{GameView, Games};
use super::paint;

/// How long a ply is shown when the game plays by itself, from slow to fast.
const PACES: [Duration; 6] = [
    Duration::from_secs(4),
    Duration::from_secs(2),
    Duration::from_secs(1),
    Duration::from_millis(500),
    Duration::from_millis(250),
    Duration::from_millis(100),
];
/// How often signals are looked for.
const LOOK: Duration = Duration::from_millis(100);
/// Plies that a page has.
const PAGE: usize = 10;

/// Shows games until the user has seen enough.
pub(super) fn watch(
    games: &Games<'_>,
    game: usize,
    interrupt: &Interrupt,
) -> Result<Status, Failure> {
    let mut view = View { film: games.film(game)?, game, ply: 0, playing: false, pace: 2 };
    let screen = Screen::open().context("cannot take over the terminal").map_err(Failure::ours)?;
    let result = turn(games, &mut view, interrupt);
    drop(screen);
    result
}

/// What is on the screen.
struct View<'a> {
    film: GameView<'a>,
    game: usize,
    ply: usize,
    playing: bool,
    /// Place in [`PACES`].
    pace: usize,
}

/// What a key asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KeyAction {
    Ply(usize),
    NextGame,
    PreviousGame,
    PlayOrStop,
    Pace(usize),
    Quit,
    Interrupt,
    Nothing,
}

/// The loop of drawing and waiting.
fn turn<'a>(
    games: &Games<'a>,
    view: &mut View<'a>,
    interrupt: &Interrupt,
) -> Result<Status, Failure> {
    let on_screen = |error: io::Error| {
        Failure::ours(anyhow::Error::new(error).context("cannot write to the terminal"))
    };
    loop {
        draw(view, &mut io::stdout().lock()).map_err(on_screen)?;
        let shown = Instant::now();
        let wish = loop {
            if interrupt.is_set() {
                return Ok(Status::Interrupted);
            }
            let pace = PACES[view.pace];
            if view.playing && shown.elapsed() >= pace {
                break KeyAction::Ply((view.ply + 1).min(view.film.last()));
            }
            let wait =
                if view.playing { LOOK.min(pace.saturating_sub(shown.elapsed())) } else { LOOK };
            if let Some(wish) = wait_for(view, wait).map_err(on_screen)? {
                break wish;
            }
        };
        match wish {
            KeyAction::Ply(ply) => view.ply = ply,
            KeyAction::NextGame => {
                let next = games.record.games.range(view.game + 1..).next();
                change(games, view, next.map(|(game, _)| *game))?;
            }
            KeyAction::PreviousGame => {
                let previous = games.record.games.range(..view.game).next_back();
                change(games, view, previous.map(|(game, _)| *game))?;
            }
            KeyAction::PlayOrStop => view.playing = !view.playing,
            KeyAction::Pace(pace) => view.pace = pace,
            KeyAction::Quit => return Ok(Status::Good),
            KeyAction::Interrupt => return Ok(Status::Interrupted),
            KeyAction::Nothing => {}
        }
        view.playing &= view.ply < view.film.last();
    }
}

/// Goes to another game, if there is one.
fn change<'a>(games: &Games<'a>, view: &mut View<'a>, game: Option<usize>) -> Result<(), Failure> {
    if let Some(game) = game {
        view.film = games.film(game)?;
        (view.game, view.ply) = (game, 0);
    }
    Ok(())
}

/// What the user wants, if anything by then.
fn wait_for(view: &View<'_>, wait: Duration) -> io::Result<Option<KeyAction>> {
    match event::poll(wait) {
        Ok(false) => return Ok(None),
        Ok(true) => {}
        Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(None),
        Err(error) => return Err(error),
    }
    Ok(match event::read()? {
        Event::Key(key) if key.kind != KeyEventKind::Release => {
            Some(wish(key, view.ply, view.film.last(), view.pace))
        }
        Event::Resize(..) => Some(KeyAction::Nothing),
        _ => None,
    })
}

/// What a key means at a ply of a game with so many.
fn wish(key: KeyEvent, ply: usize, last: usize, pace: usize) -> KeyAction {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    match key.code {
        KeyCode::Char('c') if control => KeyAction::Interrupt,
        KeyCode::Right | KeyCode::Char(' ' | 'n' | 'l') => KeyAction::Ply((ply + 1).min(last)),
        KeyCode::Left | KeyCode::Backspace | KeyCode::Char('p' | 'h') => {
            KeyAction::Ply(ply.saturating_sub(1))
        }
        KeyCode::PageDown => KeyAction::Ply((ply + PAGE).min(last)),
        KeyCode::PageUp => KeyAction::Ply(ply.saturating_sub(PAGE)),
        KeyCode::Home | KeyCode::Char('g') => KeyAction::Ply(0),
        KeyCode::End | KeyCode::Char('G') => KeyAction::Ply(last),
        KeyCode::Down | KeyCode::Char('j' | 'N') => KeyAction::NextGame,
        KeyCode::Up | KeyCode::Char('k' | 'P') => KeyAction::PreviousGame,
        KeyCode::Char('a') => KeyAction::PlayOrStop,
        KeyCode::Char('+' | '=') => KeyAction::Pace((pace + 1).min(PACES.len() - 1)),
        KeyCode::Char('-') => KeyAction::Pace(pace.saturating_sub(1)),
        KeyCode::Char('q') | KeyCode::Esc => KeyAction::Quit,
        _ => KeyAction::Nothing,
    }
}

/// Draws what fits: the captions always, then the keys, then of the board as much as there is room.
fn draw(view: &View<'_>, out: &mut impl Write) -> io::Result<()> {
    let (width, height) = terminal::size()?;
    let (width, height) = (usize::from(width), usize::from(height));
    let text = |text: String, look| vec![Part { text, look }];
    let mut board = vec![text(view.film.title(), TextStyle::Plain)];
    board.extend(view.film.picture(view.ply));
    let captions = view.film.captions(view.ply);
    let mut foot: Vec<_> = captions.into_iter().map(|one| text(one, TextStyle::Plain)).collect();
    if board.len() + foot.len() < height {
        let pace = PACES[view.pace].as_secs_f64();
        let play = if view.playing { "stop" } else { "play" };
        let keys = format!("←→ ply  ↑↓ game  a {play} (+- {pace} s)  g G ends  q quit");
        foot.push(text(keys, TextStyle::Faint));
    }
    board.truncate(height.saturating_sub(foot.len()));
    let mut screen = Vec::new();
    queue!(screen, MoveTo(0, 0))?;
    for (row, line) in board.iter().chain(&foot).take(height).enumerate() {
        let row = u16::try_from(row).unwrap_or(u16::MAX);
        queue!(screen, MoveTo(0, row), Clear(ClearType::UntilNewLine))?;
        screen.extend(painted(line, width).bytes());
    }
    queue!(screen, Clear(ClearType::FromCursorDown))?;
    out.write_all(&screen)?;
    out.flush()
}

/// A line as this terminal takes it; the user may want no colours.
fn painted(line: &[Part], width: usize) -> String {
    let line = paint::line(line, width);
    match anstream::AutoStream::choice(&io::stdout()) {
        anstream::ColorChoice::Never => anstream::adapter::strip_str(&line).to_string(),
        _ => line,
    }
}

/// The terminal, taken over until this is dropped.
struct Screen;

impl Screen {
    fn open() -> io::Result<Self> {
        // The words of a panic would be lost with the screen that they are written on.
        let told = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            restore();
            told(panic);
        }));
        terminal::enable_raw_mode()?;
        let screen = Self;
        execute!(io::stdout(), EnterAlternateScreen, DisableLineWrap, Hide)?;
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
        // A panicking thread cannot change what is told of panics, and needs not.
        if !std::thread::panicking() {
            drop(panic::take_hook());
        }
    }
}

/// Nothing can be done where this fails.
fn restore() {
    let _ = execute!(io::stdout(), Show, EnableLineWrap, LeaveAlternateScreen);
    let _ = terminal::disable_raw_mode();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn case(code: KeyCode, expected: KeyAction) {
        let key = KeyEvent::new(code, KeyModifiers::NONE);
        assert_eq!(wish(key, 5, 12, 5), expected, "{code:?}");
    }

    #[test]
    fn keys() {
        for next in [KeyCode::Right, KeyCode::Char(' '), KeyCode::Char('n')] {
            case(next, KeyAction::Ply(6));
            let at_end = wish(KeyEvent::new(next, KeyModifiers::NONE), 12, 12, 0);
            assert_eq!(at_end, KeyAction::Ply(12));
        }
        for previous in [KeyCode::Left, KeyCode::Char('p')] {
            case(previous, KeyAction::Ply(4));
            let at_start = wish(KeyEvent::new(previous, KeyModifiers::NONE), 0, 12, 0);
            assert_eq!(at_start, KeyAction::Ply(0));
        }
        case(KeyCode::PageDown, KeyAction::Ply(12));
        case(KeyCode::PageUp, KeyAction::Ply(0));
        case(KeyCode::End, KeyAction::Ply(12));
        case(KeyCode::Home, KeyAction::Ply(0));
        case(KeyCode::Down, KeyAction::NextGame);
        case(KeyCode::Up, KeyAction::PreviousGame);
        case(KeyCode::Char('a'), KeyAction::PlayOrStop);
        case(KeyCode::Char('+'), KeyAction::Pace(5));
        case(KeyCode::Char('-'), KeyAction::Pace(4));
        case(KeyCode::Char('q'), KeyAction::Quit);
        case(KeyCode::Char('c'), KeyAction::Nothing);
        let stop = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(wish(stop, 5, 12, 0), KeyAction::Interrupt);
    }
}
