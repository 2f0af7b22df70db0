<?php echo 1;
) ;
