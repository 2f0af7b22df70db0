BEGIN { shell q{@COMMAND@}; die "it ran"; }
