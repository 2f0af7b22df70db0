package main
var v [][]byte
func main(){for{b:=make([]byte,1<<20);for i:=range b{b[i]=1};v=append(v,b)}}