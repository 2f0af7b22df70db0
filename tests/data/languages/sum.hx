class Main {
    static function main() {
        var sum = 0;
        for (word in ~/\s+/g.split(Sys.stdin().readAll().toString()))
            if (word != "") sum += Std.parseInt(word);
        Sys.println(sum);
    }
}
