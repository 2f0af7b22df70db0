/// <reference path="@ANSWER@" />
import secret from "@ANSWER@";
console.log(secret);
const wrong: number = "text";
