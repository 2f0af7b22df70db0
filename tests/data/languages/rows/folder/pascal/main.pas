uses twices;begin writeln(twice(500000)) end.
