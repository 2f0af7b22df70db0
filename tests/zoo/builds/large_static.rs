static ROOM: [u8; 10 << 30] = [1; 10 << 30];
fn main() {
    print!("{}", ROOM[std::env::args().count()]);
}
