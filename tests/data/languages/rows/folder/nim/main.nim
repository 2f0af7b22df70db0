import twice
echo doubled(500000)
