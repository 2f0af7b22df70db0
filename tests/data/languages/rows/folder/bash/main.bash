. "${0%/*}/twice.bash"
twice 500000
