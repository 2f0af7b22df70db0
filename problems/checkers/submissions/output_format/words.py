"""Wrong: answers in words."""
print("I move my man from a3 to b4.")
