main :- f(1000000,X), writeln(X).
f(0,0) :- !.
f(N,X) :- M is N-1, f(M,Y), X is Y+1.