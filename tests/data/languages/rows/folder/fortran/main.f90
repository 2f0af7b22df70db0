use twices
print*,twice(500000)
end
