kind, text = input().split()
print("0" if kind == "first" else text)
