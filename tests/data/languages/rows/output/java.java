public class Main{public static void main(String[] a){String x="x".repeat(1000);for(;;)System.out.println(x);}}
