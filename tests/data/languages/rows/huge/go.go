package main
var n=1<<46
func main(){b:=make([]byte,n);println(len(b))}