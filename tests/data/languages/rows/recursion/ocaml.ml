let rec f n = if n = 0 then 0 else 1 + f (n-1)
let () = print_int (f 1000000)