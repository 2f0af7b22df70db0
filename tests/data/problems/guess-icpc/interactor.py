import sys


def end(code, message):
    with open(sys.argv[3] + "judgemessage.txt", "w") as file:
        print(message, file=file)
    sys.exit(code)


number, most = int(open(sys.argv[1]).read()), int(sys.argv[4])
for count in range(1, most + 1):
    line = sys.stdin.readline()
    if not line.strip().isdecimal():
        end(43, f"expected guess {count}, found {line.strip()!r}")
    guess = int(line)
    print("<" if number < guess else ">" if number > guess else "=", flush=True)
    if guess == number:
        end(42, f"{count} guesses")
end(43, f"more than {most} guesses")
