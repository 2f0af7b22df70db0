// Adds two numbers on a goroutine of its own.
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	var a, b int
	fmt.Fscan(bufio.NewReader(os.Stdin), &a, &b)
	sum := make(chan int)
	go func() { sum <- a + b }()
	fmt.Println(<-sum)
}
