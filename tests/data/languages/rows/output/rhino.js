while(true)print("xxxxxxxxxxxxxxxx");
