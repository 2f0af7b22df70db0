proc doubled*(x:int):int = 2*x
