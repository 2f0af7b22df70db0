twice<-function(x)2L*x
