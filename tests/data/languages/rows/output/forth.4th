: f begin ." xxxxxxxxxxxxxxxx" cr again ; f
