(loop (write-line "xxxxxxxxxxxxxxxx"))
