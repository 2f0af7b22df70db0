(let f ((l (list))) (f (cons (make-vector 131072 1) l)))
