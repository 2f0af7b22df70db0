main :- repeat, writeln(xxxxxxxxxxxxxxxx), fail.
