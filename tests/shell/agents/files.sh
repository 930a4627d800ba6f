# Projects are laid out, searched and changed.
# --- a project is scaffolded
set -euo pipefail
name=demo
mkdir -p "$name"/{src,tests,docs/api,.github/workflows}
cat > "$name/README.md" <<EOF
# ${name^}

Created for $USER.
EOF
cat > "$name/src/main.py" <<'EOF'
def main():
    print("hello, $USER")
EOF
cat > "$name/Makefile" <<-'EOF'
	all: test
	test:
		@echo testing
	EOF
touch "$name"/tests/{__init__,test_main}.py "$name/.gitignore"
printf '%s\n' '__pycache__/' '*.pyc' > "$name/.gitignore"
find "$name" -mindepth 1 -printf '%y %P\n' | sort -k2
cat "$name"/README.md "$name"/src/main.py "$name"/Makefile "$name"/.gitignore
# --- a name is changed in all files
mkdir -p src/lib; printf 'import old_name\nold_name.run(old_name_x)\n' > src/a.py; printf '# old_name\n' > src/lib/b.py; echo 'old_name' > src/notes.txt
grep -rlw --include='*.py' old_name src | sort | xargs sed -i 's/\bold_name\b/new_name/g'
grep -rn 'old_name\|new_name' src | sort
find src -type f | sort | xargs md5sum
# --- find with conditions and actions
mkdir -p t/{a,b}/c; for f in t/x.log t/a/y.log t/a/c/z.txt t/b/w.LOG 't/b/c/sp ace.log'; do echo "$f" > "$f"; done
truncate -s 2048 t/a/big.log
find t -name '*.log' | sort
find t -iname '*.log' -size +1k
find t -type d -empty; find t -type d | sort
find t -type f \( -name '*.txt' -o -name '*.LOG' \) | sort
find t -type f -not -path '*/c/*' | sort
find t -name '*.log' -exec basename {} .log \; | sort
find t -name '*.log' -print0 | sort -z | xargs -0 -I{} echo "<{}>"
find t -maxdepth 1 -type f -exec sh -c 'for f; do echo "got ${f##*/}"; done' _ {} +
find t -name 'big*' -delete; find t -type f | wc -l
# --- spaces and newlines in names
touch -- 'a b' $'c\nd' "e'f" -n '*'
for f in *; do printf '[%q] ' "$f"; done; echo
find . -type f -print0 | sort -z | while IFS= read -r -d '' f; do printf '%s|' "${f#./}" | tr '\n' '?'; done; echo
mapfile -d '' -t files < <(find . -type f -print0 | sort -z); echo "${#files[@]}"
rm -- ./-n '*'; ls -1 | wc -l; ls --quoting-style=shell-escape
# --- extensions are changed and counted
touch a.jpeg b.JPG c.jpeg d.tar.gz noext .hidden
for f in *.jpeg; do mv -- "$f" "${f%.jpeg}.jpg"; done
for f in *; do
  base=${f##*/} ext=
  [[ $base == *.* ]] && ext=${base##*.}
  printf '%-10s stem=%-8s ext=%s\n' "$f" "${base%.*}" "${ext:-none}"
done
shopt -s nullglob nocaseglob; jpgs=(*.jpg); echo "${#jpgs[@]}: ${jpgs[*]}"
# --- duplicates by checksum
mkdir d; echo same > d/1; echo same > d/2; echo other > d/3; echo same > 'd/4 x'
md5sum d/* | sort | awk '{ h = $1; sub(/^[^ ]+ +/, ""); f[h] = f[h] (n[h]++ ? ", " : "") $0 } END { for (h in n) if (n[h] > 1) print n[h] ": " f[h] }'
declare -A seen
for f in d/*; do
  sum=$(sha256sum < "$f"); sum=${sum%% *}
  if [[ -n ${seen[$sum]:-} ]]; then echo "$f duplicates ${seen[$sum]}"; else seen[$sum]=$f; fi
done
# --- permissions, links and tests on files
umask 022; echo x > f; mkdir dir; ln -s f link; ln -s gone dangling; ln f hard; chmod 640 f; chmod u+x,g-r f
stat -c '%A %a %h %n' f hard link dir
for t in -e -f -d -L -r -x -s; do for x in f dir link dangling; do [ $t $x ] && printf '%s%s ' $t $x; done; done; echo
readlink link dangling; readlink -f link | sed "s|$PWD|.|"; [[ f -ef hard ]] && echo same
find . -xtype l; test -h dangling && rm dangling; ls
# --- newer files are copied
mkdir src dst; for i in 1 2 3; do echo "v1 $i" > src/$i; done; cp -p src/* dst/
touch -d '2024-01-01' src/* dst/*; echo v2 > src/2; touch -d '2024-06-01' src/2
for f in src/*; do t=dst/${f#src/}; if [[ $f -nt $t ]]; then cp -pv "$f" "$t"; fi; done
cmp src/2 dst/2 && echo equal; find dst -newermt 2024-03-01 -type f; cp -u src/* dst/ && cat dst/*
stat -c '%y %n' dst/1 | cut -d' ' -f1,4
# --- a tree is drawn
mkdir -p p/{a/b,c}; touch p/a/b/f1 p/a/f2 p/c/f3 p/z
draw() {
  local dir=$1 prefix=$2 entries=("$1"/*) i last
  last=$(( ${#entries[@]} - 1 ))
  for i in "${!entries[@]}"; do
    [[ -e ${entries[i]} ]] || continue
    if (( i == last )); then echo "$prefix└── ${entries[i]##*/}"; else echo "$prefix├── ${entries[i]##*/}"; fi
    [[ -d ${entries[i]} ]] && if (( i == last )); then draw "${entries[i]}" "$prefix    "; else draw "${entries[i]}" "$prefix│   "; fi
  done
  return 0
}
echo p; draw p ''
# --- license heads are put before the code
mkdir s; printf '#!/bin/sh\necho hi\n' > s/run.sh; printf 'int x;\n' > s/x.c; printf '// Copyright A\nint y;\n' > s/y.c
for f in s/*.c s/*.sh; do
  grep -q Copyright "$f" && { echo "skip $f"; continue; }
  case $f in *.c) c='//' ;; *) c='#' ;; esac
  head="$c Copyright A"
  if [[ $(head -c2 "$f") == '#!' ]]; then sed -i "1a $head" "$f"; else { echo "$head"; cat "$f"; } > "$f.tmp" && mv "$f.tmp" "$f"; fi
  echo "added $f"
done
tail -n +1 s/*
# --- sed: blocks are changed in a config
cat > nginx.conf <<'C'
server {
    listen 80;
    # listen 443;
    root /var/www;
    location / {
        try_files $uri =404;
    }
}
C
sed -i -e 's/listen 80;/listen 8080;/' -e 's/# \(listen 443;\)/\1/' -e '/root/a\    index index.html;' -e '/location \//,/}/s/=404/\/index.html/' -e '$a# end' nginx.conf
cat nginx.conf
sed -n '/location/,/}/p' nginx.conf | sed 's/^ *//' | tr '\n' ' '; echo
sed '/^ *#/d; /^$/d; s/;$//' nginx.conf | wc -l
# --- sed: the hold space
printf '%s\n' 1 2 3 4 5 > n
sed -n '1!G;h;$p' n | paste -sd' '
sed '$!N;s/\n/,/' n
sed 'N;P;D' n | head -2
sed -n '$=' n; sed '2~2d' n | paste -sd,; sed '0,/3/s/^/>/' n | paste -sd' '
sed -E ':a;s/^([0-9]+)([0-9]{3})/\1,\2/;ta' <<< 1234567
sed = n | sed 'N;s/\n/\t/' | head -2
# --- lines in one file that are not in another
printf '%s\n' apple pear fig kiwi > have; printf '%s\n' fig apple lime > want
grep -vxFf have want; grep -xFf have want
comm -3 <(sort have) <(sort want); comm -13 <(sort have) <(sort want)
awk 'NR == FNR { h[$0]; next } !($0 in h)' want have
sort have want | uniq -d; sort have want want | uniq -u
# --- xargs: batches, placeholders, failures
seq 1 7 | xargs -n3 echo
printf 'a b\nc\n' | xargs -I{} echo '[{}]'
printf '%s\0' one 'two words' | xargs -0 -n1 printf '<%s>\n'
seq 3 | xargs -I@ sh -c 'exit $((@ == 2))'; echo "status $?"
echo | xargs echo none; echo | xargs -r echo never
printf '1\n2\n3\n' | xargs -L1 -t echo n 2>&1 | sort
# --- a backup with a checksum file
mkdir -p data; for i in 1 2 3; do echo "content $i" > data/$i.txt; done
( cd data && sha256sum *.txt > SHA256SUMS ); cp -a data backup
echo changed > backup/2.txt; rm backup/3.txt
( cd backup && sha256sum -c SHA256SUMS 2>&1; echo "status $?" )
diff -rq data backup; echo "diff $?"
# --- disk usage by hand
mkdir -p u/{x,y}; head -c 1000 /dev/zero > u/x/a; head -c 2500 /dev/zero > u/y/b; head -c 10 /dev/zero > u/c
find u -type f -printf '%s %p\n' | sort -rn | head -2
find u -type f -printf '%s\n' | awk '{ s += $1 } END { print s, "bytes" }'
for d in u/*/; do printf '%s %d\n' "$d" "$(find "$d" -type f -printf '%s\n' | paste -sd+ | bc)"; done
du -b u/x/a u/c | cut -f1 | paste -sd' '
human() { local b=$1 u=(B K M G) i=0; while (( b >= 1024 && i < 3 )); do b=$((b / 1024)); i=$((i + 1)); done; echo "$b${u[i]}"; }
for n in 512 2048 5242880 $((3 * 1024 ** 3)); do human "$n"; done; numfmt --to=iec 512 2048 5242880
# --- split, process, put together again
seq 1 25 > all; split -l 10 -d all part_
for p in part_*; do awk '{ print $1 * 2 }' "$p" > "$p.out"; done
cat part_*.out | wc -l; cat part_*.out | tail -1; ls part_*
csplit -s -f sec_ - '/^#/' '{*}' <<< $'intro\n# one\na\n# two\nb'; for f in sec_*; do echo "$f: $(paste -sd' ' "$f")"; done
# --- includes are followed
mkdir inc; echo '#include "b.h"' > inc/a.h; printf '#include "c.h"\nB\n' > inc/b.h; echo C > inc/c.h
declare -A done_files
expand_file() {
  local f=$1 line
  [[ ${done_files[$f]:-} ]] && return; done_files[$f]=1
  while IFS= read -r line || [[ -n $line ]]; do
    if [[ $line =~ ^#include\ \"(.*)\"$ ]]; then expand_file "${f%/*}/${BASH_REMATCH[1]}"; else printf '%s: %s\n' "$f" "$line"; fi
  done < "$f"
}
printf '#include "a.h"\n#include "c.h"\nA' > inc/main.h; expand_file inc/main.h
# --- code is counted by language
mkdir code; printf '# c\n\nx=1\n' > code/a.sh; printf '// c\nint a;\nint b;\n' > code/b.c; printf 'y\n\n\n' > code/c.py; printf '#!/x\nz\n' > code/d.sh
declare -A lines files_of
while IFS= read -r f; do
  ext=${f##*.}; n=$(grep -cvE '^[[:space:]]*($|#|//)' "$f" || true)
  (( lines[$ext] += n, files_of[$ext]++ )) || true
done < <(find code -type f)
for e in "${!lines[@]}"; do printf '%s\t%d\t%d\n' "$e" "${files_of[$e]}" "${lines[$e]}"; done | sort | column -t -N lang,files,lines
# --- old files are cleaned, by date in the name
mkdir bk; for d in 2024-01-05 2024-02-10 2024-02-28 2024-03-01; do touch "bk/db-$d.sql"; done
limit=$(date -u -d '2024-03-02 -14 days' +%Y%m%d)
for f in bk/db-*.sql; do
  d=${f#bk/db-}; d=${d%.sql}; d=${d//-/}
  if (( d < limit )); then echo "remove $f"; rm "$f"; else echo "keep $f"; fi
done
ls bk | wc -l
# --- a file is changed in place, safely
safe_edit() {
  local file=$1 tmp; shift
  tmp=$(mktemp "${file}.XXXXXX") || return
  if "$@" < "$file" > "$tmp"; then
    if cmp -s "$file" "$tmp"; then rm "$tmp"; echo unchanged; else cat "$tmp" > "$file"; rm "$tmp"; echo changed; fi
  else
    rm -f "$tmp"; echo "failed"; return 1
  fi
}
printf 'b\na\n' > l; safe_edit l sort; safe_edit l sort; safe_edit l false; echo $?; cat l; ls
