fun main(){while(true)println("x".repeat(1000))}
