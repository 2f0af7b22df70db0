package Twice;sub twice{2*$_[0]}1;
