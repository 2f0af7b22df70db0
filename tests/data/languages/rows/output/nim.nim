while true: echo "xxxxxxxxxxxxxxxx"
