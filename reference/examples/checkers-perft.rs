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
        let seconds = (thread_cpu_time() - before).as_secs_f64();
        let millions = count as f64 / seconds / 1e6;
        println!("depth {depth:2}: {count:12} in {seconds:7.3} s of CPU, {millions:6.1} million/s");
    }
}
