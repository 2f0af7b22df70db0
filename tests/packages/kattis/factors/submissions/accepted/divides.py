number = int(input())
factor = next(factor for factor in range(2, number) if number % factor == 0)
print(factor, number // factor)
