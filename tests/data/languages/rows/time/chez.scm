(let f () (f))
