use FindBin;use lib $FindBin::Bin;use Twice;
print Twice::twice(500000),"\n";
