x=repmat("x",1,1000);while true; puts(x); end
