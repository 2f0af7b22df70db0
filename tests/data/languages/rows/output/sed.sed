:a
p
ba
