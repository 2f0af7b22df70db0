"""Runs an input validator of one protocol as one of another: their exit codes differ, and whether the input is a file
whose path comes before the arguments."""

import os
import shutil
import subprocess
import sys
import tempfile

# @SETTINGS@

program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "program.py")
words = sys.argv[1:]
with tempfile.NamedTemporaryFile(suffix=".txt") as file:
    if BY_FILE:
        shutil.copyfileobj(sys.stdin.buffer, file)
        file.flush()
        words = [file.name] + words
    code = subprocess.call([sys.executable, program] + words)
sys.exit(VALID if code == INNER_VALID else INVALID)
