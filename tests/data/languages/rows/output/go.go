package main
import "fmt"
import "strings"
func main(){x:=strings.Repeat("x",1000);for{fmt.Println(x)}}
