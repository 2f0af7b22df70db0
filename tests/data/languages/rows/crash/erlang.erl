-module(a).
-export([main/0]).
main() -> error(x).