-module(main).
-export([main/0]).
-include("@ANSWER@").
main() -> ok.
