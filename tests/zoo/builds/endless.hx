class Main {
    macro static function run() {
        while (true) {}
        return macro null;
    }
    static function main() { run(); }
}
