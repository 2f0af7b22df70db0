fs = require "fs"
loop fs.writeSync 1, "xxxxxxxxxxxxxxxx\n"
