import java.util.function.*;

public class Main {
    static <T> T pick(Function<T, T> f) { return null; }
    static <T> T pick(BinaryOperator<T> f) { return null; }
    static <T> T pick(UnaryOperator<T> f, Object... more) { return null; }
    public static void main(String[] a) {
        Object o = pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> pick(x -> x)))))))))))))))))))))))))))))))))))))))))))));
    }
}
