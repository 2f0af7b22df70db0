{twice} = require "./twice"
console.log twice(500000)
