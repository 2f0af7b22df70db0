include '/dev/zero'
end
