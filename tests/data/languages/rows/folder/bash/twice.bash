twice() { echo $((2*$1)); }
