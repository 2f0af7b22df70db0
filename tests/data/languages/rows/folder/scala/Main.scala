object Main extends App{println(T.twice(500000))}
