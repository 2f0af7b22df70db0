BEGIN { loop {} }
