puts 1
nowhere
