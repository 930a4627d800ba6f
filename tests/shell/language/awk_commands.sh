# --- system gives the status, and what was printed before comes first
awk 'BEGIN { printf "a "; system("echo b"); print system("exit 3"); print "c" }'
# --- getline from a command, line by line
awk 'BEGIN { "date -u -d @0 +%Y" | getline y; print y; while (("printf \"1\\n2\\n3\\n\"" | getline x) > 0) s += x; print s, NR }'
# --- getline from a command sets $0, NR and NF
awk 'BEGIN { "echo p q r" | getline; print NF, $2, NR }'
# --- the same command goes on, and begins anew behind close
awk 'BEGIN { c = "printf \"x\\ny\\n\""; c | getline a; c | getline b; print a, b, (c | getline d), d; print close(c); c | getline e; print e }'
# --- print into a command
printf 'b\na\nc\n' | awk '{ print | "sort" } END { print "end" }'
printf 'b\na\nc\n' | awk '{ print | "sort" } END { close("sort"); print "end" }'
printf 'b 2\na 1\n' | awk '{ print $1 | "cat"; print $2 | "cat" }'
# --- the status of close
awk 'BEGIN { print "x" | "cat >/dev/null; exit 5"; print close("cat >/dev/null; exit 5"); "exit 4" | getline; print close("exit 4"), close("exit 4") }'
# --- two commands at once
awk 'BEGIN { print "b\na" | "sort"; print "z\ny" | "sort -r"; close("sort"); close("sort -r"); print "end" }'
# --- printf into a command, and a file that it makes
cd /tmp/case; awk 'BEGIN { printf "%s\n", "q" | "cat > f"; close("cat > f"); getline x < "f"; print "got", x }'
# --- a coprocess
awk 'BEGIN { c = "sort"; print "b" |& c; print "a" |& c; close(c, "to"); while ((c |& getline l) > 0) print "got", l; print close(c) }'
# --- a coprocess that answers each line
awk 'BEGIN { c = "while read l; do echo \"<$l>\"; done"; for (i = 0; i < 3; i++) { print i |& c; c |& getline a; print a } close(c) }'
# --- the order of what both print
awk 'BEGIN { print "a"; print "b" | "cat"; print "c"; close("cat"); print "d"; system("echo e"); print "f"; "echo g" | getline z; print z }'
# --- fflush
awk 'BEGIN { printf "1 "; fflush(); system("printf \"2 \""); printf "3\n"; print fflush("nothing") }'
# --- what the command gets as its input
printf '1\n2\n3\n' | awk 'NR == 1 { print; system(""); }'
printf 'x\n' > /tmp/case/in; awk 'BEGIN { system("cat"); print "end" }' < /tmp/case/in
# --- the environment and the arguments
X=5 awk 'BEGIN { print ENVIRON["X"]; system("echo $X") }'
# --- in pipelines
seq 1000 | awk '{ s += $1 } END { print s }'
yes | awk 'NR == 3 { print NR; exit }'
seq 100000 | awk '{ print }' | head -2
awk 'BEGIN { while (1) print "y" }' | head -3; echo "${PIPESTATUS[@]}"
seq 5 | awk '$1 % 2' | paste -sd,
# --- a here-document as program and as data
awk -f - <<'E'
BEGIN { print "from", "stdin" }
E
awk '{ print NF }' <<E
a b c
d e
E
awk '
# a comment
function f(x) {
  return x * 2
}
NR == 1 {
  print f($1)
  next
}
{ print "other",
    $1 }
' <<< $'4\n5'
# --- process substitution
awk '{ print FILENAME ~ /fd/, $0 }' <(echo one)
# --- quotes of the shell
v="it's"; awk -v v="$v" 'BEGIN { print v, "a'"'"'b" }'
# --- a command that is not there
awk 'BEGIN { r = system("nonexistent_command 2>/dev/null"); print r; print ("nonexistent_command 2>/dev/null" | getline x) }'
# --- exit in a pipe waits for what was started
awk 'BEGIN { print "late" | "sleep 0.1; cat"; exit 2 }'; echo $?
# --- division by zero ends with 2, and what was printed stays
awk 'BEGIN { print "before"; x = 0; print 1 / x; print "after" }'; echo $?
# --- common idioms
printf 'a\nb\na\n' | awk '!s[$0]++'
printf '%s\n' 'x=1' 'y=2' | awk -F= '{ v[$1] = $2 } END { print v["x"] + v["y"] }'
printf 'one two\nthree four\n' | awk '{ for (i = NF; i; i--) printf "%s%s", $i, (i > 1 ? OFS : ORS) }'
printf '1 2\n3 4\n' | awk '{ for (i = 1; i <= NF; i++) a[NR, i] = $i } END { for (i = 1; i <= 2; i++) print a[1, i], a[2, i] }'
df -P / | awk 'NR == 2 { print (NF > 5) ? "ok" : "no" }'
ls -l /tmp/case | awk 'NR > 1 { n++ } END { print n + 0 }'
# --- --csv
# bash: gawk has --csv from 5.3 on, Debian 12 has 5.2
printf 'a,"b,c",d\n"x ""y""",,z\n"two\nlines",1\n' | awk --csv '{ print NR ": " NF; for (i = 1; i <= NF; i++) print "<" $i ">" }'
# --- what a command without output gives
awk 'BEGIN { r = "true" | getline a["k"]; print r, length(a) }'
# --- statuses of commands that a signal ended
awk 'BEGIN { print system("kill -9 $$"), system("kill -15 $$"), system("exit 3"), system("exit 137") }'
awk 'BEGIN { c = "kill -9 $$"; c | getline; print close(c); c = "kill -15 $$"; print 1 | c; print close(c); c = "exit 5"; print "" | c; print close(c) }'
# --- words of a script that awk does not know are its own
printf '#!/usr/bin/awk -f\nBEGIN { print ARGC, ARGV[1], ARGV[2] }\n' > /tmp/case/s; chmod +x /tmp/case/s; /tmp/case/s --name=x -q
