low, high = 1, 1000
while True:
    guess = (low + high) // 2
    print(guess, flush=True)
    answer = input()
    if answer == "=":
        break
    low, high = (low, guess - 1) if answer == "<" else (guess + 1, high)
