with Ada.Integer_Text_IO,Twice;procedure Main is begin Ada.Integer_Text_IO.Put(Twice(500000));end Main;
