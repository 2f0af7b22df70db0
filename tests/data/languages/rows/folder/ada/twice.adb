function Twice(X:Integer) return Integer is begin return 2*X;end Twice;
