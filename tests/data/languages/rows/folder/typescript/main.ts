import {twice} from "./twice";
console.log(twice(500000));
