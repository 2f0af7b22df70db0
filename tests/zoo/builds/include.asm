%include "@ANSWER@"
