main :: IO ()
main = let l = [1..] :: [Integer] in print (sum l + last l)