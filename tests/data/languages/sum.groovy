println System.in.text.split()*.toInteger().sum()
