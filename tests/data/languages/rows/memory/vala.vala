void main(){while(true){uint8* p=GLib.malloc(1<<20);Memory.set(p,1,1<<20);}}
