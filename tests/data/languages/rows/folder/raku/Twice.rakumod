unit module Twice;
sub twice($x) is export {2*$x}
