(def x (apply str (repeat 1000 "x")))(while true (println x))
