"""Runs a checker or interactor of testlib's protocol as an output validator of the ICPC package format.

Called as `program INPUT ANSWER FEEDBACK_FOLDER ARGUMENTS...`, the output on standard input."""

import os
import shutil
import subprocess
import sys

# @SETTINGS@


def share_in(words):
    """The share of the points; `None` where the program says nothing of them.

    `FULL` is what a full solution gets. Below 0, nobody takes a part: it is nothing. At 0, cases have different ones,
    and any point is as good as all."""
    if words[:1] == ["points"]:
        points = float(words[1])
        share = 0 if points <= 0 else 1 if points >= abs(FULL) else points / abs(FULL)
    elif words[:2] == ["partially", "correct"] and words[2].startswith("("):
        share = int(words[2].strip("()")) / 100
        if not 0 <= share <= 1:
            sys.exit(3)
    else:
        return None
    return share if FULL > 0 or share >= 1 else 0


def main():
    case, answer, folder = sys.argv[1:4]
    output = os.path.join(folder, "output.tmp")
    if not INTERACTIVE:
        with open(output, "wb") as file:
            shutil.copyfileobj(sys.stdin.buffer, file)
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "program.py")
    message = os.path.join(folder, "judgemessage.txt")
    with open(message, "wb") as error:
        code = subprocess.call(
            [sys.executable, program, case, output, answer] + sys.argv[4:], stderr=error
        )
    if os.path.exists(output):
        os.remove(output)
    with open(message, encoding="utf-8", errors="replace") as file:
        words = file.read().split()
    share = share_in(words)
    if share is not None:
        if share > 0 and FULL > 0:
            with open(os.path.join(folder, SCORE_FILE), "w") as file:
                print("%.9f" % share, file=file)
        return 42 if share > 0 else 43
    return {0: 42, 1: 43, 2: 43, 4: 43, 8: 43}.get(code, 3)


sys.exit(main())
