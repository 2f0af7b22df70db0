count = int(input())
weights = list(map(int, input().split()))


def difference(ways):
    return abs(sum(w if ways >> i & 1 else -w for i, w in enumerate(weights)))


best = min(range(1 << count), key=difference)
print("".join("L" if best >> i & 1 else "R" for i in range(count)))
