from other import number

print(number())
