int main()
{ return nowhere; }
