:- use_module(twice).
main :- twice(500000,X), writeln(X).
