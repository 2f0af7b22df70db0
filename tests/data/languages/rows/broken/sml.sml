val a = 1
val b = nowhere
