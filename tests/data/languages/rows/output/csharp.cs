class P{static void Main(){var x=new string('x',1000);for(;;)System.Console.WriteLine(x);}}
