def number():
    return int(input())
