class Main{static function main(){var a=[];while(true)a.push(haxe.io.Bytes.alloc(1<<20));}}
