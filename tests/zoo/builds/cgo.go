package main

// #include "@ANSWER@"
import "C"

func main() {}
