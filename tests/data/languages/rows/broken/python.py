print(1)
)
