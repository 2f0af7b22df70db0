// Adds two numbers. The public class has another name than the file.
import java.util.Scanner;
import java.util.stream.IntStream;

interface Adder {
    int add(int a, int b);
}

public class Addition {
    static int depth(int n) {
        return n == 0 ? 0 : 1 + depth(n - 1);
    }

    public static void main(String[] arguments) {
        Scanner scanner = new Scanner(System.in);
        Adder adder = (a, b) -> IntStream.of(a, b).sum();
        int sum = adder.add(scanner.nextInt(), scanner.nextInt());
        // Deep recursion must not be stopped by a small stack.
        System.out.println(sum + depth(200_000) - 200_000);
    }
}
