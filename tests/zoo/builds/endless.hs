{-# LANGUAGE TemplateHaskell #-}
import Control.Monad
import Language.Haskell.TH
main = $(runIO (forever (return ())) >> [| return () |])
