//! Counts the sequences of legal moves from the start of a game, depth by depth, and says how many
//! were counted in a second of CPU time: `checkers-perft [DEPTH [seed|english]]`.

use jury_reference::checkers::eight::Board;
use jury_reference::clock::thread_cpu_time;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let deepest = arguments.next().map_or(11, |depth| depth.parse().expect("a depth"));
    let english = match arguments.next().as_deref() {
        None | Some("seed") => false,
        Some("english") => true,
        Some(other) => panic!("expected seed or english, found {other}"),
    };
    let start = Board::start();
    for depth in 1..=deepest {
        let before = thread_cpu_time();
        let count = if english { start.perft::<true>(depth) } else { start.perft::<false>(depth) };
        let time = thread_cpu_time().saturating_sub(before);
        let millions = u128::from(count) / time.as_micros().max(1);
        println!("depth {depth:2}: {count:12} in {time:9.3?} of CPU, {millions:4} million/s");
    }
}
