read -r -d '' -a words || true
echo $((words[0] + words[1]))
