puts STDIN.read.split.map(&:to_i).sum
