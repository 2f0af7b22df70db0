class P{static void Main(){System.Console.WriteLine(T.Twice(500000));}}
