%include "/dev/zero"
