{{ system("@COMMAND@") }}
