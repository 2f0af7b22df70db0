void main () {
    int a = 0, b = 0;
    stdin.scanf ("%d %d", out a, out b);
    stdout.printf ("%d\n", a + b);
}
