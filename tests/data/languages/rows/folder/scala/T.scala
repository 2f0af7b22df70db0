object T{def twice(x:Int)=2*x}
