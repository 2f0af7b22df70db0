echo 1
)
