"""The reference: halves what is left, 20 guesses at most."""

low, high, reply = 1, 1000000, ""
while reply != "found":
    guess = (low + high) // 2
    print(guess, flush=True)
    reply = input()
    if reply == "lower":
        high = guess - 1
    else:
        low = guess + 1
