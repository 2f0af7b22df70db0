loop 0
