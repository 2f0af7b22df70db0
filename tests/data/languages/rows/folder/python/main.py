from lib.twice import twice
print(twice(500000))
