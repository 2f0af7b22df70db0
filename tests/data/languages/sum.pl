use strict;
my $sum = 0;
$sum += $_ for map { split } <STDIN>;
print "$sum\n";
