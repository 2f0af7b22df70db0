:a
ba
