print(101, flush=True)
input()
raise SystemExit(1)
