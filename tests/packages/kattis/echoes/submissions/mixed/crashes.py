# @EXPECTED_RESULTS@: RUN-ERROR
kind, text = input().split()
assert kind == "first"
print(text)
