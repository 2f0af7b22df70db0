-module(a).
-export([main/0]).
main() -> f([]).
f(L) -> f([lists:seq(1,100000)|L]).