let () =
 nowhere ()
