puts 1
)
