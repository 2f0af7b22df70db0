print(min(int(input()), 31) ** 2)
