fun main(){println(twice(500000))}
