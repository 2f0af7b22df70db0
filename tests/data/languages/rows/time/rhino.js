while(true);
