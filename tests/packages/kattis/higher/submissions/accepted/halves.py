low, high = 1, 100
while True:
    guess = (low + high) // 2
    print(guess, flush=True)
    reply = input()
    if reply == "right":
        break
    if reply == "higher":
        low = guess + 1
    else:
        high = guess - 1
