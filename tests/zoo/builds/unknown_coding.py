# coding: no-such-coding
print(1)
