print(sum(map(float, input().split())))
