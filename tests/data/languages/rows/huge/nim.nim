var n = 1 shl 45
echo newSeq[int](n).len