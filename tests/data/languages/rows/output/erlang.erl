-module(a).
-export([main/0]).
main() -> io:put_chars(lists:duplicate(1000,$x)), main().
