var l:seq[seq[int]]
while true: l.add(newSeq[int](131072))
