import os
import re
import sys

language, entry_point, feedback, *forbidden = sys.argv[1:]
with open(feedback + "judgemessage.txt", "w") as message:
    for name in os.listdir():
        if name.startswith("."):
            continue
        for number, line in enumerate(open(name), 1):
            for word in set(re.findall(r"\w+", line)) & set(forbidden):
                message.write(f"{name}:{number}: `{word}`\n")
                sys.exit(43)
sys.exit(42)
