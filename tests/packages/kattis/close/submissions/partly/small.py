number = int(input())
print(number if number < 9 else 0)
