"""Wrong: guesses one number after another, which takes too many guesses."""

guess, reply = 0, ""
while reply != "found":
    guess += 1
    print(guess, flush=True)
    reply = input()
