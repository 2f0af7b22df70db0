from solution import answer

print(answer(int(input()), open("word.txt").read().strip()))
