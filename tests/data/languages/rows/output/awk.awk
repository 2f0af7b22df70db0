BEGIN{for(;;)print "xxxxxxxxxxxxxxxx"}
