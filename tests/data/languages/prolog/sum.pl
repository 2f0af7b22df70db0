main :-
    read_string(user_input, _, Text),
    split_string(Text, " \n", " \n", Words),
    foldl(add, Words, 0, Sum),
    writeln(Sum).

add("", Sum, Sum) :- !.
add(Word, Before, Sum) :- number_string(Number, Word), Sum is Before + Number.
