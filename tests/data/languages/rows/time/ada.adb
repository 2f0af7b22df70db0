procedure Main is
 I:Integer:=0; pragma Volatile(I);
begin loop I:=1-I; end loop; end Main;