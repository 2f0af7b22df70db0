module Main where
import Twice
main :: IO ()
main = print (twice 500000)
