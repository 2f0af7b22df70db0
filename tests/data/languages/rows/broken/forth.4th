1 .
nowhere
