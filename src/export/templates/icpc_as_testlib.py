"""Runs an output validator of the ICPC package format as a checker or interactor of testlib's protocol.

Called as `program INPUT OUTPUT ANSWER ARGUMENTS...`."""

import os
import subprocess
import sys
import tempfile

# @SETTINGS@


def text(path):
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read().strip()


def main():
    case, output, answer = sys.argv[1:4]
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "program.py")
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, program, case, answer, folder + "/"] + sys.argv[4:]
        if INTERACTIVE:
            code = subprocess.call(words)
        else:
            with open(output, "rb") as file:
                code = subprocess.call(words, stdin=file)
        message = text(os.path.join(folder, "judgemessage.txt"))
        score = text(os.path.join(folder, "score.txt"))
    if code == 42 and score:
        print("points", score, message, file=sys.stderr)
        return 7
    word = {42: "ok", 43: "wrong answer"}.get(code, "FAIL")
    print(word, message, file=sys.stderr)
    return {42: 0, 43: 1}.get(code, 3)


sys.exit(main())
