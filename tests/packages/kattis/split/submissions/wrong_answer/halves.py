number = int(input())
print(number // 2, number // 2)
