package main

import _ "embed"

//go:embed @ANSWER@
var answer string

func main() { print(answer) }
