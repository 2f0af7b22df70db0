println 1
)
