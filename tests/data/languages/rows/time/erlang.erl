-module(a).
-export([main/0]).
main() -> main().