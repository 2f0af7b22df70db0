do
print*,'xxxxxxxxxxxxxxxx'
end do
end
