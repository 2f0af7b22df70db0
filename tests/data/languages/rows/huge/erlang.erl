-module(a).
-export([main/0]).
main() -> io:format("~p",[byte_size(binary:copy(<<1>>,1 bsl 46))]).