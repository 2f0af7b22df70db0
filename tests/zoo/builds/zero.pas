{$I /dev/zero}
begin end.
