procedure Main is begin
 Nowhere; end Main;
