use lib $?FILE.IO.parent;
use Twice;
say twice(500000);
