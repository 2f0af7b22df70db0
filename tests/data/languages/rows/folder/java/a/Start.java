package a;public class Start{public static void main(String[] a){System.out.println(b.Twice.twice(500000));}}
