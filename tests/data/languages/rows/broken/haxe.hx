class Main { static function main()
 { nowhere(); } }
