int main()
{
    int a, b;
    sscanf(Stdio.stdin->read(), "%d%*[ \n]%d", a, b);
    write("%d\n", a + b);
}
