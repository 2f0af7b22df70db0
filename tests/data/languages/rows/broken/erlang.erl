-module(a).
main() -> nowhere here.
