import java.util.Set;
import javax.annotation.processing.*;
import javax.lang.model.element.TypeElement;

/** Would run in the compiler, if the compiler ran it. */
@SupportedAnnotationTypes("*")
public class Main extends AbstractProcessor {
    public boolean process(Set<? extends TypeElement> types, RoundEnvironment round) {
        for (;;) { }
    }
    public static void main(String[] a) { System.out.print("harmless"); }
}
