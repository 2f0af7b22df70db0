:a
G
h
ba
