echo 1
nowhere()
