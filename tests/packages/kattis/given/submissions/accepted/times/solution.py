def answer(number, word):
    return number * word
