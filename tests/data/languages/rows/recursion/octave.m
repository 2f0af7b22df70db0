max_recursion_depth(2000000);
function r=f(n)
 if n==0 r=0; else r=1+f(n-1); end
end
printf("%d\n",f(1000000));