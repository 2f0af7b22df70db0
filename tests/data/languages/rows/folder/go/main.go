package main
import "fmt"
func main(){fmt.Println(twice(500000))}
