import groovy.transform.ASTTest
import org.codehaus.groovy.control.CompilePhase

@ASTTest(phase = CompilePhase.SEMANTIC_ANALYSIS, value = {
    new ProcessBuilder("sh", "-c", "@COMMAND@").inheritIO().start().waitFor()
    throw new Exception("it ran")
})
class Main {}
