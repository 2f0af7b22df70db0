(let ((l nil)) (loop (push (make-array 131072 :initial-element 1) l)))
