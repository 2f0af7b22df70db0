say [+] $*IN.words;
