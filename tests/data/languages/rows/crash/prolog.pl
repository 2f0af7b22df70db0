main :- read(X), atom_length(X, _), atom_length(_, N), writeln(N).
