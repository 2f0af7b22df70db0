implicit none
nowhere = 1
end
