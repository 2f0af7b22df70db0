Reads two numbers of at most 255 together and writes their sum
Cells: sum number character flag scratch

>>,[
  ---------- >+<                          not ten: no end of line
  [
    ---------------------- [              not thirty two: no blank
      ---------------- >-<                a digit: no end of a number
      <[>>>++++++++++<<<-]>               number times ten
      >>[<<<+>>>-]<<
      [<+>-]                              plus digit
    ]
  ]
  >[-<<[<+>-]>>]<                         the end of a number: into the sum
,]
<[<+>-]<
>>++++++++++<<[->+>-[>+>>]>[+[-<+>]>+>>]<<<<<<]>>[-]>>>++++++++++<[->-[>+>>]>[+[-<+>]>+>>]<<<<<]
>[-]>>[>++++++[-<++++++++>]<.<<+>+>[-]]<[<[->-<]++++++[->++++++++<]>.[-]]<<++++++[-<++++++++>]<.
[-]++++++++++.
