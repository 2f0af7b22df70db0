package main

var room = [1 << 33]byte{5: 1}

func main() { print(room[5]) }
