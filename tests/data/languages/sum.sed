/ /!N
s/[ \n][ \n]*/ + /
s/.*/expr &/e
