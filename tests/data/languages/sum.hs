main :: IO ()
main = do
  text <- getContents
  print (sum (map read (words text) :: [Int]))
