proc twice x {expr {2*$x}}
