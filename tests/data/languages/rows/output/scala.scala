object Main extends App{while(true)println("x"*1000)}
