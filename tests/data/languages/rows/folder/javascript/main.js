console.log(require("./twice").twice(500000));
