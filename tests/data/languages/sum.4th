: digit? ( c -- flag ) dup 47 > swap 58 < and ;
: next ( -- c ) pad 1 stdin read-file throw if pad c@ else -1 then ;
: number ( -- n )
  begin next dup digit? 0= while drop repeat
  48 - begin next dup digit? while 48 - swap 10 * + repeat drop ;
number number + 0 .r cr
