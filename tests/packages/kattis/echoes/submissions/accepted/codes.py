kind, text = input().split()
print(text[::-1] + "." if kind == "first" else text[-2::-1])
