f :: Int -> Integer
f 0 = 0
f n = 1 + f (n-1)
main :: IO ()
main = print (f 1000000)