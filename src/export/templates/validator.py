"""Runs an input validator of one protocol as one of another: only their exit codes differ."""

import os
import subprocess
import sys

# @SETTINGS@

program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "program.py")
code = subprocess.call([sys.executable, program] + sys.argv[1:])
sys.exit(VALID if code == INNER_VALID else INVALID)
