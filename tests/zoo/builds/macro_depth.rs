#![recursion_limit = "1000000000"]
macro_rules! down {
    ($($x:tt)*) => { down!($($x)* x) };
}
fn main() {
    down!();
}
