number = int(input())
print(number + 1 if number > 9 else number)
