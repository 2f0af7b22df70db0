begin
 nowhere;
end.
