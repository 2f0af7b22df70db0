print(int(input()) ** 2 % 1000)
