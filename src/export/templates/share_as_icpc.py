"""Runs a checker that gives a share of the points, by the protocol of CMS or sinol, as an output validator of the ICPC
package format.

Called as `program INPUT ANSWER FEEDBACK_FOLDER ARGUMENTS...`, the output on standard input."""

import os
import shutil
import subprocess
import sys
from fractions import Fraction

# @SETTINGS@


def of_cms(code, said, errors):
    message = (errors.splitlines() or [""])[0]
    return (float(said.split()[0]) if code == 0 else None), message


def of_sinol(code, said, errors):
    word, message, written = [line.strip() for line in said.splitlines() + ["", "", ""]][:3]
    if not 0 <= code <= 2:
        return None, message
    if word != "OK":
        return 0, message
    return (float(Fraction(written)) / 100 if written else 1), message


def main():
    case, answer, folder = sys.argv[1:4]
    output = os.path.join(folder, "output.tmp")
    with open(output, "wb") as file:
        shutil.copyfileobj(sys.stdin.buffer, file)
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "program.py")
    words = [case, answer, output] if INNER == "cms" else [case, output, answer]
    done = subprocess.run([sys.executable, program] + words, stdout=-1, stderr=-1)
    os.remove(output)
    said, errors = [text.decode(errors="replace") for text in (done.stdout, done.stderr)]
    share, message = (of_cms if INNER == "cms" else of_sinol)(done.returncode, said, errors)
    if share is None or not 0 <= share <= 1:
        return 3
    with open(os.path.join(folder, "judgemessage.txt"), "w") as file:
        print(message, file=file)
    if FULL < 0 or share == 0:
        return 42 if share >= 1 else 43
    with open(os.path.join(folder, SCORE_FILE), "w") as file:
        print("%.12g" % share, file=file)
    return 42


sys.exit(main())
