(error "x")
