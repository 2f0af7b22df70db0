const secret = staticRead("@ANSWER@")
echo secret
