integer,volatile::i
do
i=i+1
end do
end