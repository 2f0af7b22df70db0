var input = new java.util.Scanner(java.lang.System["in"]);
print(input.nextInt() + input.nextInt());
