say 1;
)
