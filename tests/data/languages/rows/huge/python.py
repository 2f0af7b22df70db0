x=bytearray(1<<46)
print(len(x))