static: echo gorgeEx("@COMMAND@")
