let () = while true do print_endline (String.make 1000 'x') done
