{$I @ANSWER@}
begin end.
