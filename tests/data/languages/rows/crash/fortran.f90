error stop 3
end