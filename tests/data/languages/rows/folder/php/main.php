<?php require __DIR__."/twice.php"; echo twice(500000),"\n";
