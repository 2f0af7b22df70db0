macro_rules! twice {
    ($x:tt $($more:tt)*) => { { twice!($($more)*); twice!($($more)*); } };
    () => { () };
}
fn main() {
    twice!(a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a);
}
