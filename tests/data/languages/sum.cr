puts STDIN.gets_to_end.split.map(&.to_i).sum
