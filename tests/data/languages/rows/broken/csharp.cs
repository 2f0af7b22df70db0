class P { static void Main()
 { nowhere(); } }
