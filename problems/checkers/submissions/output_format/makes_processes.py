"""Wrong: makes processes until it gets no more, and prints how many that were in place of a move."""
import os

children = []
try:
    while True:
        child = os.fork()
        if child == 0:
            os.read(0, 0)
            os._exit(0)
        children.append(child)
except OSError:
    pass
for child in children:
    os.waitpid(child, 0)
print(len(children), "processes")
