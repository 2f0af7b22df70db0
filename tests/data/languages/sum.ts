import { readFileSync } from "fs";

const words: string[] = readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
const sum: number = words.map(Number).reduce((a: number, b: number): number => a + b, 0);
console.log(sum);
