# Logs are searched, counted and cut up, as agents do it.
# --- requests by status and the slowest paths
cat > access.log <<'LOG'
10.0.0.1 - - [10/Oct/2023:13:55:36 +0000] "GET /index.html HTTP/1.1" 200 2326 0.012
10.0.0.2 - - [10/Oct/2023:13:55:37 +0000] "GET /api/users HTTP/1.1" 200 512 0.220
10.0.0.1 - - [10/Oct/2023:13:55:38 +0000] "POST /api/users HTTP/1.1" 201 64 0.310
10.0.0.3 - - [10/Oct/2023:13:56:02 +0000] "GET /missing HTTP/1.1" 404 153 0.004
10.0.0.2 - - [10/Oct/2023:13:57:10 +0000] "GET /api/users HTTP/1.1" 500 0 1.520
10.0.0.4 - - [10/Oct/2023:13:57:11 +0000] "GET /index.html HTTP/1.1" 304 0 0.002
LOG
echo "== status codes"
awk '{ print $9 }' access.log | sort | uniq -c | sort -k1,1nr -k2,2n
echo "== top clients"
cut -d' ' -f1 access.log | sort | uniq -c | sort -rn -k1,1 -k2 | head -2
echo "== slow"
awk '$NF > 0.2 { printf "%-12s %-4s %.3f\n", $7, $9, $NF }' access.log | sort -k3,3nr
echo "== bytes"
awk '{ bytes[$1] += $10 } END { for (ip in bytes) print ip, bytes[ip] }' access.log | sort
# --- errors by hour
set -euo pipefail
for h in 09 10 10 11 11 11; do printf '2024-03-01T%s:15:00Z ERROR [db] connection lost id=%d\n' "$h" "$((10#$h * 7))"; done > app.log
printf '2024-03-01T11:16:00Z INFO [web] ok\n' >> app.log
declare -A per_hour
while IFS= read -r line; do
  if [[ $line =~ T([0-9]{2}):[0-9:]+Z\ ERROR ]]; then
    hour=${BASH_REMATCH[1]}
    per_hour[$hour]=$(( ${per_hour[$hour]:-0} + 1 ))
  fi
done < app.log
for hour in $(printf '%s\n' "${!per_hour[@]}" | sort); do
  bar=$(printf '#%.0s' $(seq "${per_hour[$hour]}"))
  printf '%s:00 %-5s %d\n' "$hour" "$bar" "${per_hour[$hour]}"
done
# --- a stack trace is joined to its line
cat > trace.log <<'LOG'
12:00:01 INFO starting
12:00:02 ERROR boom
  at a.b.C(C.java:10)
  at a.b.D(D.java:20)
Caused by: java.lang.X: no
12:00:03 INFO done
LOG
awk '/^[0-9][0-9]:/ { if (rec != "") print rec; rec = $0; next } { sub(/^ +/, ""); rec = rec " | " $0 } END { print rec }' trace.log |
  grep ERROR | tr '|' '\n' | sed 's/^ //; s/ $//'
# --- rotation keeps three
rotate() {
  local file=$1 keep=${2:-3} i
  for (( i = keep; i > 1; i-- )); do
    [[ -f $file.$((i - 1)) ]] && mv -f "$file.$((i - 1))" "$file.$i"
  done
  [[ -f $file ]] && mv "$file" "$file.1"
  : > "$file"
}
mkdir -p logs
for n in 1 2 3 4 5; do echo "run $n" >> logs/out.log; rotate logs/out.log; done
for f in logs/*; do printf '%s: ' "$f"; cat "$f"; [[ -s $f ]] || echo '(empty)'; done
# --- the same errors, ids masked
cat > e.log <<'LOG'
ERROR user 123 not found at 0x7fff5e3a
ERROR user 77 not found at 0x7fff0001
ERROR order 9 failed: timeout after 30s
ERROR order 10 failed: timeout after 5s
WARN disk 91% full
LOG
sed -E 's/0x[0-9a-f]+/<ADDR>/g; s/[0-9]+/<N>/g' e.log | sort | uniq -c | sort -rn | while read -r count message; do
  printf '%3d x %s\n' "$count" "$message"
done
# --- time between lines
cat > t.log <<'LOG'
08:00:00 boot
08:00:07 network
08:01:30 ready
10:00:00 shutdown
LOG
prev=
while read -r stamp what; do
  IFS=: read -r h m s <<< "$stamp"
  now=$(( 10#$h * 3600 + 10#$m * 60 + 10#$s ))
  if [[ -n $prev ]]; then
    d=$(( now - prev ))
    printf '%-10s +%02d:%02d:%02d\n' "$what" $(( d / 3600 )) $(( d % 3600 / 60 )) $(( d % 60 ))
  else
    printf '%-10s start\n' "$what"
  fi
  prev=$now
done < t.log
# --- lines between two marks, several times
cat > build.log <<'LOG'
noise
=== BEGIN unit
ok 1
not ok 2
=== END
noise
=== BEGIN lint
ok 1
=== END
LOG
sed -n '/^=== BEGIN/,/^=== END/{/^===/!p}' build.log
echo --
awk '/^=== BEGIN/ { name = $3; on = 1; next } /^=== END/ { printf "%s: %d ok, %d failed\n", name, ok, bad; ok = bad = on = 0 } on && /^ok/ { ok++ } on && /^not ok/ { bad++ }' build.log
# --- grep with context, counts and files
mkdir -p var/log
printf 'a\nb\nERROR one\nc\nd\ne\nERROR two\nf\n' > var/log/x.log
printf 'fine\n' > var/log/y.log
printf 'ERROR three\n' > var/log/z.log
grep -n -B1 -A1 ERROR var/log/x.log
grep -c ERROR var/log/*.log
grep -l ERROR var/log/*.log; grep -L ERROR var/log/*.log
grep -rhoE 'ERROR [a-z]+' var | sort
grep -q nothing var/log/*.log || echo "none: $?"
# --- percentiles of a column
printf '%s\n' 12 5 40 33 8 91 27 3 60 15 > ms.txt
percentile() { sort -n "$1" | awk -v p="$2" '{ v[NR] = $1 } END { i = int(p / 100 * NR + 0.999999); if (i < 1) i = 1; print v[i] }'; }
for p in 50 90 95 99; do printf 'p%d=%s\n' "$p" "$(percentile ms.txt "$p")"; done
awk '{ s += $1; q += $1 * $1 } END { m = s / NR; printf "n=%d mean=%.2f sd=%.3f\n", NR, m, sqrt(q / NR - m * m) }' ms.txt
# --- syslog fields by a regular expression
log='Jan  5 03:04:05 host1 sshd[4242]: Failed password for invalid user admin from 192.168.1.7 port 51234 ssh2'
re='^([A-Z][a-z]{2}) +([0-9]+) ([0-9:]{8}) ([^ ]+) ([a-z]+)\[([0-9]+)\]: (.*)$'
if [[ $log =~ $re ]]; then
  names=(all month day time host program pid message)
  for i in "${!names[@]}"; do (( i )) && printf '%-8s= %s\n' "${names[i]}" "${BASH_REMATCH[i]}"; done
fi
ip=$(grep -oE '([0-9]{1,3}\.){3}[0-9]{1,3}' <<< "$log")
echo "ip=$ip net=${ip%.*}.0/24 last=${ip##*.}"
# --- two logs merged by time
printf '%s\n' '10:00:01 a1' '10:00:05 a2' '10:00:09 a3' > a.log
printf '%s\n' '10:00:02 b1' '10:00:05 b2' '10:00:07 b3' > b.log
sort -m -s -k1,1 <(sed 's/$/ [a]/' a.log) <(sed 's/$/ [b]/' b.log) | nl -w2 -s'. '
comm -12 <(cut -c1-8 a.log) <(cut -c1-8 b.log)
join -j1 -o 1.1,1.2,2.2 -a1 -e none a.log b.log
# --- a counter of words that starts with a here-document
python_like_counter() {
  tr -cs '[:alpha:]' '\n' | tr '[:upper:]' '[:lower:]' | grep -vxE 'the|a|an|of|and|to' | sort | uniq -c | sort -k1,1rn -k2,2 | head -n "${1:-5}"
}
python_like_counter 4 <<'TEXT'
The quick brown fox jumps over the lazy dog. The dog sleeps; the fox runs, and a fox
jumps to the end of the Dog's house.
TEXT
# --- json lines become a table
cat > events.jsonl <<'J'
{"ts":"2024-01-01T00:00:00Z","level":"info","msg":"start","ctx":{"user":"ann"}}
{"ts":"2024-01-01T00:00:01Z","level":"error","msg":"bad \"thing\"","ctx":{"user":"bob","code":42}}
{"ts":"2024-01-01T00:00:02Z","level":"error","msg":"worse","ctx":{"user":"ann","code":7}}
J
jq -r 'select(.level == "error") | [.ts, .ctx.user, (.ctx.code | tostring), .msg] | @tsv' events.jsonl | column -t -s $'\t'
jq -s 'group_by(.ctx.user) | map({user: .[0].ctx.user, n: length, codes: map(.ctx.code | select(. != null))})' -c events.jsonl
jq -rn '[inputs.level] | group_by(.) | map("\(.[0])=\(length)") | join(" ")' events.jsonl
# --- a summary in markdown
printf '%s\n' 'web,200,12' 'web,500,3' 'db,200,40' 'db,500,0' > m.csv
{
  echo '| service | ok | failed | rate |'
  echo '|---|---:|---:|---:|'
  awk -F, '{ n[$1] += $3; c[$1, $2] = $3 } END { for (s in n) printf "| %s | %d | %d | %.1f%% |\n", s, c[s, 200], c[s, 500], 100 * c[s, 500] / n[s] }' m.csv | sort
} > report.md
cat report.md
