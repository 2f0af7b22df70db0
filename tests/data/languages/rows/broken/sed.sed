p
nowhere
