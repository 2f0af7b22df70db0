main :: IO ()
main = f 0 where f n = if n < (0::Int) then return () else f ((n+1) `mod` 1000)