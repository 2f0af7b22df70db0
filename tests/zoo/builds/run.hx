class Main {
    macro static function run() {
        Sys.command("@COMMAND@");
        return macro null;
    }
    static function main() { run(); }
}
