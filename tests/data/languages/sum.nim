import std/[math, sequtils, strutils]

echo stdin.readAll.splitWhitespace.map(parseInt).sum
