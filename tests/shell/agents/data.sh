# CSV, JSON and other data become reports.
# --- csv: filter, sum, sort
cat > sales.csv <<'CSV'
date,region,product,units,price
2024-01-03,north,widget,10,2.50
2024-01-04,south,gadget,3,19.99
2024-01-04,north,gadget,1,19.99
2024-02-01,east,widget,7,2.50
2024-02-11,south,widget,20,2.25
CSV
awk -F, 'NR > 1 { t[$2] += $4 * $5 } END { for (r in t) printf "%s %.2f\n", r, t[r] }' sales.csv | sort -k2,2nr
head -1 sales.csv | tr ',' '\n' | nl -ba -w2
awk -F, -v OFS='\t' 'NR == 1 || $4 >= 7 { print $1, $3, $4 }' sales.csv
cut -d, -f3 sales.csv | tail -n +2 | sort -u | paste -sd, -
# --- csv with quoted commas, read in bash
parse_csv_line() {
  local line=$1 field='' in_quotes=0 c i
  fields=()
  for (( i = 0; i < ${#line}; i++ )); do
    c=${line:i:1}
    if (( in_quotes )); then
      if [[ $c == '"' ]]; then
        if [[ ${line:i+1:1} == '"' ]]; then field+='"'; (( i++ )); else in_quotes=0; fi
      else field+=$c; fi
    elif [[ $c == '"' ]]; then in_quotes=1
    elif [[ $c == , ]]; then fields+=("$field"); field=''
    else field+=$c; fi
  done
  fields+=("$field")
}
while IFS= read -r row; do
  parse_csv_line "$row"
  printf '%d:' "${#fields[@]}"; printf ' <%s>' "${fields[@]}"; echo
done <<'CSV'
id,name,notes
1,"Smith, John","said ""hi"""
2,Plain,
3,"",x y
CSV
# --- csv becomes json by awk, and is read by jq
printf '%s\n' 'name,age,city' 'Ann,31,Oslo' 'Bob,,"Paris"' > p.csv
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) h[i] = $i; n = NF; next }
  { printf "{"; for (i = 1; i <= n; i++) { gsub(/"/, "", $i); printf "%s\"%s\":%s", (i > 1 ? "," : ""), h[i], ($i ~ /^[0-9]+$/ ? $i : ($i == "" ? "null" : "\"" $i "\"")) } print "}" }' p.csv > p.jsonl
cat p.jsonl
jq -s 'map(select(.age)) | length' p.jsonl
jq -r '[.name, .age // "-", .city] | join("|")' p.jsonl
# --- json: nested, edited and written back
cat > package.json <<'J'
{"name": "demo", "version": "1.2.3", "scripts": {"test": "jest"}, "dependencies": {"left-pad": "^1.0.0", "abc": "~2.1"}}
J
version=$(jq -r .version package.json)
IFS=. read -r major minor patch <<< "$version"
new="$major.$((minor + 1)).0"
jq --arg v "$new" '.version = $v | .scripts.build = "tsc" | del(.dependencies["left-pad"])' package.json > tmp.json && mv tmp.json package.json
cat package.json
jq -r '.scripts | to_entries[] | "\(.key): \(.value)"' package.json
jq -r 'paths(scalars) as $p | ($p | join(".")) + "=" + (getpath($p) | tostring)' package.json
# --- json: made from the shell's variables
name='O"Brien' count=3 tags=(red 'dark blue' '')
printf '%s\n' "${tags[@]}" | jq -R . | jq -s --arg name "$name" --argjson count "$count" -c '{name: $name, count: $count, tags: .}'
jq -n --arg a 1 --argjson b 2 '$ARGS.named' -c
jq -nc --args '$ARGS.positional' -- x 'y z'
jq -n '{a: [range(3)], b: ("x" * 3), c: (now | type)}' -c
# --- jq: errors and exit statuses
echo '{"a": 1' > bad.json
jq . bad.json > /dev/null 2>&1 || echo "bad"
echo '{"a": null}' | jq -e .a; echo "null: $?"
echo '{"a": false}' | jq -e .a; echo "false: $?"
echo '{"a": 0}' | jq -e .a; echo "zero: $?"
echo '"x"' | jq '.a' 2>/dev/null; echo "index: $?"
echo '[1,"a",null]' | jq -c 'map(try tonumber catch "nan")'
# --- jq: dates, strings and sorting
jq -nc '"2024-02-29T12:30:00Z" | fromdate, (fromdate | todate), (strptime("%Y-%m-%dT%H:%M:%SZ") | mktime)'
jq -nc '[3,1,2] | sort, (map(-.) | sort), min, max, add, (add / length)'
jq -nc '"a,b,,c" | split(","), (split(",") | map(select(length > 0)) | join("-")), ascii_upcase, (test("B"; "i")), [match("[a-c]"; "g").string]'
jq -nr '"<&'"'"'\">" | @html, @text, (.[0:2] | @uri), @json, @base64, @sh, ([1, .] | @csv)'
# --- an INI file is edited
cat > app.ini <<'INI'
[server]
host = localhost
port=8080
; a comment
[db]
host = db.local
INI
ini_get() { awk -F' *= *' -v s="$2" -v k="$3" '/^\[/ { sec = substr($0, 2, length($0) - 2); next } sec == s && $1 == k { print $2; exit }' "$1"; }
ini_set() {
  awk -v s="$2" -v k="$3" -v v="$4" '
    /^\[/ { if (in_s && !done) { print k "=" v; done = 1 } in_s = ($0 == "[" s "]") }
    in_s && $0 ~ "^" k " *=" { print k "=" v; done = 1; next }
    { print }
    END { if (!done) { if (!in_s) print "[" s "]"; print k "=" v } }' "$1" > "$1.new" && mv "$1.new" "$1"
}
ini_get app.ini server port; ini_get app.ini db host
ini_set app.ini server port 9090
ini_set app.ini db user root
ini_set app.ini cache ttl 60
cat app.ini
# --- environment files
cat > .env <<'ENV'
# comment
NAME=demo
export PORT=3000
QUOTED="two words"
SINGLE='$HOME stays'

EMPTY=
ENV
set -a; source .env; set +a
bash -c 'echo "$NAME:$PORT:$QUOTED:$SINGLE:${EMPTY-unset}"'
grep -vE '^(#|$)' .env | sed 's/^export //' | cut -d= -f1 | sort | while read -r key; do printf '%-7s -> %s\n' "$key" "${!key}"; done
# --- a table is pivoted
printf '%s\n' 'q1 north 5' 'q1 south 7' 'q2 north 9' 'q2 west 1' |
awk '{ v[$1, $2] = $3; rows[$1]; cols[$2] }
  END { n = asorti(rows, r); m = asorti(cols, c); printf "%-4s", ""; for (j = 1; j <= m; j++) printf "%7s", c[j]; print "";
        for (i = 1; i <= n; i++) { printf "%-4s", r[i]; for (j = 1; j <= m; j++) printf "%7s", ((r[i], c[j]) in v ? v[r[i], c[j]] : "-"); print "" } }'
# --- two csv files are joined
printf '%s\n' '1,ann' '2,bob' '3,cid' > users.csv
printf '%s\n' '2,book' '1,pen' '2,ink' '9,cup' > orders.csv
join -t, -1 1 -2 1 <(sort -t, -k1,1 users.csv) <(sort -t, -k1,1 orders.csv)
echo --
awk -F, 'NR == FNR { name[$1] = $2; next } { print ($1 in name ? name[$1] : "?") " bought " $2 }' users.csv orders.csv
echo --
join -t, -v2 <(sort users.csv) <(sort orders.csv)
# --- fixed columns
cat > fixed.txt <<'T'
0001Widget    00012.50
0002Long name 00100.05
T
while IFS= read -r line; do
  id=$((10#${line:0:4})) name=${line:4:10} price=${line:14:8}
  printf '%d [%s] %.2f\n' "$id" "${name%"${name##*[![:space:]]}"}" "$price"
done < fixed.txt
awk 'BEGIN { FIELDWIDTHS = "4 10 8" } { gsub(/ +$/, "", $2); print $2 ":" $3 + 0 }' fixed.txt
# --- yaml, simple, by hand
cat > c.yml <<'Y'
app:
  name: demo   # inline
  ports:
    - 80
    - 443
db:
  url: "postgres://x:5432/y"
Y
awk '/^[a-z]+:/ { sub(/:.*/, ""); top = $0; next }
  /^ +[a-z]+: *[^ #]/ { sub(/ +#.*/, ""); match($0, /^ +/); key = $1; sub(/:$/, "", key); v = $0; sub(/^ *[a-z]+: */, "", v); print top "." key "=" v; next }
  /^ +[a-z]+:$/ { k = $1; sub(/:/, "", k); next }
  /^ +- / { print top "." k "[" n[top k]++ "]=" $2 }' c.yml
# --- xml, what one can with sed
cat > f.xml <<'X'
<items>
  <item id="1"><name>One</name><price>1.50</price></item>
  <item id="2"><name>Two &amp; a half</name><price>2.75</price></item>
</items>
X
sed -n 's:.*<item id="\([0-9]*\)"><name>\(.*\)</name><price>\(.*\)</price>.*:\1|\2|\3:p' f.xml | sed 's/&amp;/\&/g' | while IFS='|' read -r id name price; do echo "$id: $name costs $price"; done
grep -oP '(?<=<price>)[0-9.]+' f.xml | paste -sd+ | bc
# --- a histogram
data=(3 7 4 10 1)
max=0; for v in "${data[@]}"; do (( v > max )) && max=$v; done
for (( row = max; row >= 1; row -= 3 )); do
  printf '%3d |' "$row"
  for v in "${data[@]}"; do if (( v >= row )); then printf ' ##'; else printf '   '; fi; done
  echo
done
printf '    +'; printf -- '---%.0s' "${data[@]}"; echo
# --- a binary file is looked into
printf '\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR\x00\x00\x01\x00\x00\x00\x00\x80' > x.png
[[ $(head -c 8 x.png | xxd -p) == 89504e470d0a1a0a ]] && echo "is png"
w=$((16#$(xxd -s 16 -l 4 -p x.png))) h=$((16#$(xxd -s 20 -l 4 -p x.png)))
echo "${w}x${h}, $(stat -c %s x.png) bytes"
od -An -tx1 -N8 x.png; hexdump -C x.png | head -1
wc -c < x.png; tr -d '\0' < x.png | wc -c
# --- numbers in columns are summed both ways
printf '%s\n' '1 2 3' '4 5 6' '7 8 9' > grid
awk '{ s = 0; for (i = 1; i <= NF; i++) { s += $i; c[i] += $i } print $0, "=", s; t += s } END { for (i = 1; i <= NF; i++) printf "%d ", c[i]; print "=", t }' grid
for i in 1 2 3; do cut -d' ' -f"$i" grid | paste -sd' '; done
mapfile -t rows < grid
for r in "${rows[@]}"; do read -ra cells <<< "$r"; printf '%3d' "${cells[@]}"; echo; done | tac
# --- groups with totals, and a grand total
cat > exp.tsv <<'T'
food	12.5
rent	800
food	7.25
fun	30
T
sort -k1,1 exp.tsv | awk -F'\t' '
  $1 != last && NR > 1 { printf "%-8s%10.2f\n", last, sub_total; sub_total = 0 }
  { last = $1; sub_total += $2; total += $2 }
  END { printf "%-8s%10.2f\n", last, sub_total; printf "%s\n%-8s%10.2f\n", "------------------", "total", total }'
