import Data.Array.ST
import Data.Array.Unboxed
main :: IO ()
main = print (runSTUArray (newArray (0,2^45) 1) ! (3::Int) :: Int)