static:
  var n = 0
  while true: n = (n + 1) mod 7
