proc f(n:int):int =
  if n==0: 0 else: 1+f(n-1)
echo f(1000000)
