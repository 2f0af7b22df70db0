while 1 {puts xxxxxxxxxxxxxxxx}
