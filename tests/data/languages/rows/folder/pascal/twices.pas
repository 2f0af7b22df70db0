unit twices;
interface
function twice(x:longint):longint;
implementation
function twice(x:longint):longint;begin twice:=2*x end;
end.
