with Ada.Text_IO;
procedure Main is
 function F(N:Integer) return Integer is
 begin if N=0 then return 0; end if; return 1+F(N-1); end F;
begin Ada.Text_IO.Put_Line(Integer'Image(F(1000000))); end Main;