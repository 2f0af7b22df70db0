with Ada.Text_IO;procedure Main is begin loop Ada.Text_IO.Put_Line("xxxxxxxxxxxxxxxx");end loop;end Main;
