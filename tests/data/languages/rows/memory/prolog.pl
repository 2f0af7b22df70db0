main :- f([]).
f(L) :- numlist(1,100000,N), f([N|L]).