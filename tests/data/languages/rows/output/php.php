<?php for(;;)echo str_repeat("x",1000);
