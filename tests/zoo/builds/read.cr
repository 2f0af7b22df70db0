puts {{ read_file("@ANSWER@") }}
