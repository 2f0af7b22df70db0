select * from nowhere;
