loop { say "x" x 1000 }
