import groovy.transform.ASTTest
import org.codehaus.groovy.control.CompilePhase

@ASTTest(phase = CompilePhase.SEMANTIC_ANALYSIS, value = {
    def ran = ["sh", "-c", "@COMMAND@"].execute()
    throw new Exception("it ran " + ran.err.text + ran.text)
})
class Main {}
