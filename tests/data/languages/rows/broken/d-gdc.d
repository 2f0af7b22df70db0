void main()
{ nowhere(); }
