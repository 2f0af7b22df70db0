main :- true.
main :- ) .
