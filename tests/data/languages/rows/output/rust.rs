fn main(){loop{println!("xxxxxxxxxxxxxxxx")}}
