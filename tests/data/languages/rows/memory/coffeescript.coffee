a = []
loop a.push new Array(131072).fill(1)
