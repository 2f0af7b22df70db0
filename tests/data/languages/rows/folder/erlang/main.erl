-module(main).
-export([main/0]).
main() -> io:format("~p~n",[twice:twice(500000)]).
