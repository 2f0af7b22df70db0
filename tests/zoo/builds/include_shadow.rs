fn main() { print!("{:?}", include_bytes!("/etc/shadow")); }
