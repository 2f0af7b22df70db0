select 1;
nowhere;
