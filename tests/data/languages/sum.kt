fun main() {
    val words = generateSequence(::readLine).flatMap { it.split(" ").asSequence() }
    println(words.filter { it.isNotEmpty() }.map { it.toInt() }.sum())
}
