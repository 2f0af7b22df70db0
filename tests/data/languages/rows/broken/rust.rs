fn main()
{ nowhere }
