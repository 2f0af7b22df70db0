l=[]
while True: l.append(list(range(1<<16)))