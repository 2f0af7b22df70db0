def answer(number, word):
    return word
