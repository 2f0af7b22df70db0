cat(1)
)
