x<-strrep("x",1000)
repeat cat(x,"\n")
