object Main extends App {
 nowhere() }
