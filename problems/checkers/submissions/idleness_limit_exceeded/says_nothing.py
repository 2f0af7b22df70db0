"""Wrong: reads the position and then neither answers nor ends."""
import sys
import time

sys.stdin.read()
while True:
    time.sleep(60)
