#![expect(long_running_const_eval, reason = "that is the attack")]
const NEVER: u64 = {
    let mut i = 0_u64;
    while i < u64::MAX {
        i += 1;
    }
    i
};
fn main() {
    print!("{NEVER}");
}
