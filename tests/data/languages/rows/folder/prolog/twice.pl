:- module(twice,[twice/2]).
twice(X,Y) :- Y is 2*X.
