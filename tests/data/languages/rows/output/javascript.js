const fs=require("fs"),x="x".repeat(1000)+"\n";for(;;)fs.writeSync(1,x);
