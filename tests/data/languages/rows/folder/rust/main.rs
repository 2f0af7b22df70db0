mod twice;
fn main(){println!("{}",twice::twice(500000));}
