fun f(n:Int):Int=if(n==0)0 else 1+f(n-1)
fun main(){println(f(1000000))}