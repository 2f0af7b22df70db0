(eval-when (:compile-toplevel)
  (sb-ext:run-program "/bin/sh" '("-c" "@COMMAND@") :output *error-output* :error :output))
