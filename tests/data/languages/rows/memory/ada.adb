procedure Main is
 type A is array (1..262144) of Integer;
 type P is access A;
 type L; type LP is access L;
 type L is record X:P; N:LP; end record;
 H:LP:=null;
begin
 loop H:=new L'(new A'(others=>1),H); end loop;
end Main;