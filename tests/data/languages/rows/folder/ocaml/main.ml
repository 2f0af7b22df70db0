let () = print_int (Twice.twice 500000)
