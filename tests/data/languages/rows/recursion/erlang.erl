-module(a).
-export([main/0]).
main() -> io:format("~p~n",[f(1000000)]).
f(0) -> 0;
f(N) -> 1+f(N-1).