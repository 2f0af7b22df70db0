f = (n) -> if n is 0 then 0 else 1 + f(n - 1)
console.log f(1000000)