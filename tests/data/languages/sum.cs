using System;

class Sum {
    static void Main() {
        var words = Console.In.ReadToEnd().Split((char[]) null, StringSplitOptions.RemoveEmptyEntries);
        Console.WriteLine(int.Parse(words[0]) + int.Parse(words[1]));
    }
}
