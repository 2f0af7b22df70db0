while(true)println "x"*1000
