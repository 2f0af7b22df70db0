count = int(input())
print(("RL" * count)[:count])
