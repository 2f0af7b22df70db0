println T.twice(500000)
