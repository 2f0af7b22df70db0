package main

const large = 1 << 1000000

func main() { print(large) }
