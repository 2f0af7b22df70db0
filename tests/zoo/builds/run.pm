BEGIN { system q{@COMMAND@}; die "it ran\n"; }
