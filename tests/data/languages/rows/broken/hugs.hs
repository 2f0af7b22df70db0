main :: IO ()
main = nowhere
