# Children of awk have the environment that ENVIRON says.
awk 'BEGIN {
  ENVIRON["A"] = "b c"
  system("echo $A")
  "echo $A" | getline x
  print x
  delete ENVIRON["HOME"]
  system("echo [$HOME]")
  ENVIRON["N"] = "1/4"
  print "x" | "cat; echo $N $A"
  close("cat; echo $N $A")
  delete ENVIRON
  system("echo [$A]")
}'
# More than a command may be given.
awk 'BEGIN {
  ENVIRON["B"] = sprintf("%200000s", "x")
  print system("echo hi")
}'
echo "$A"
