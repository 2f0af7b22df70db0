#[path = "@ANSWER@"]
mod answer;
fn main() {}
