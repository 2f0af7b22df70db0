object Sum extends App {
  val words = io.Source.stdin.mkString.split("\\s+").filter(_.nonEmpty)
  println(words.map(_.toInt).sum)
}
