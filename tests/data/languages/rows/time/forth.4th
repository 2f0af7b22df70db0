: f begin again ; f
