main :: IO ()
main = putStrLn (replicate 1000 'x') >> main
