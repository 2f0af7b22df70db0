main :: IO ()
main = error "x"