print(*reversed(input().split()))
