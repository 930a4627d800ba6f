"""Scripts for the shell, each with one large thing in it: commands and expansions on 10 MB.

/data (see clock_distance.py) has: long (one line of letters), wide (one line outside ASCII), lines (2 M short ones), many (5 M words in a
line), random (1 M lines without an order), numbers, zeros; args (100,000 words), long.gz. A script is a line, or ends at two spaces.
"""

import re
import subprocess
import sys

FILES = ("long", "wide", "lines", "many", "random", "numbers", "zeros")

# With " F" once for each of FILES.
COMMANDS = r"""
base64 F  base64 -w 0 F  base64 -d F  base32 F  base32 -d F  basenc --base16 F  basenc --base2lsbf F  basenc --z85 F  basenc --base32hex -d F  basename $X  basename -a F $X  cat F  cat -A F  cat -n F  cat -s F  cksum F  cmp F /data/lines  cmp -l F /data/random
column F  column -t F  comm F F  comm F /data/random  cp F /tmp/a  cut -c 5-900000 F  cut -d ' ' -f 2 F  cut -b 1- F  cut -d ' ' --output-delimiter=abc -f 1- F
diff F /data/many  diff /data/long /data/wide  diff -u F /data/numbers  diff -w F /data/random  diff -y F /data/lines  diff -q F /data/random  diff -r /data /data
csplit F /a/ '{*}'  csplit F 5 /b/+3  dd if=F of=/tmp/d  dd bs=7 count=100000 if=F of=/dev/null  dd if=F cbs=100 conv=block,ucase of=/dev/null  dd if=F cbs=9 conv=unblock,swab of=/dev/null
dd if=/dev/zero bs=1M seek=9 count=1 of=/tmp/d conv=notrunc  tsort < F  tsort /data/numbers  getopt -o a -l $X -- $X  getopt $X $X  b2sum F  b2sum -c F  install F /tmp/i  install -C F /tmp/i  install $X $X
less F  less -RN +G F F  less $X  less -p $X F  more F  more F F < F  more -n $X  more $X F  clear $X  clear -T $X  reset $X  setsid cat F  setsid $X  setsid -f cat F  getent passwd $X  getent group $L  getent hosts $L  getent $X
chown 1000 $X  chown $X F  chgrp $X F  link $X $X  unlink $X  stdbuf -oL cat F  stdbuf -o $X true  arch $X  hostid $X  logname $X  users $X  who $X  groups $X  locale $X  tput $X  tput -T xterm cup $X  stty $X
dirname $X  envsubst < F  envsubst '$a $b' < F  envsubst "$X" < F  envsubst -v "$X"  dir $X  vdir -R /data  dircolors -b F  dircolors -c $X  expand F  expand -t 100 F  unexpand -a F  expr length $X  expr $X : 'a*b'  expr substr $X 3 5  expr index $X b  expr $X + $X  expr $X = $X
factor 170141183460469231731687303715884105727  factor 340282366920938463463374607431768211297  factor F  fmt F  fmt -w 2000 F  fmt -u F  fold F  fold -s -w 20 F
grep a F  grep -c b F  grep -i B F  grep -o a F  grep -w a F  grep -x a F  grep -v a F  grep -E '(a|b)*c' F  grep -E 'a{3,5}b|c' F  grep -F -e ab -e cd F  grep -n c F
grep -E '\<a.*z' F  grep '\(a*\)\1b' F  grep -P 'a+b' F  grep -P '(a|b)*c$' F  grep -P '(?<=a)b|(a+)+$' F  grep -iE '[[:alpha:]]+[0-9]' F  grep --color=always a F
grep -A 3 -B 3 b F  grep -f /data/random F  grep -F -f /data/random F  grep -e $X F  grep -F $X F  egrep $X /data/lines  fgrep -x $X F  grep -r a /data  grep -z a F
grep -m 5 b F  grep -b -o b F  grep -L b F  grep -E "($X)" F  grep -E '(a|b|c)+d{2,300}' F  gzip -c F  gzip -9 -c F  gunzip -c F  zcat /data/long.gz  cp F /tmp/q; gzip /tmp/q; gunzip /tmp/q.gz
rg a F  rg -c b F  rg -i B F  rg -o a F  rg -w a F  rg -x a F  rg -v a F  rg '(a|b)*c' F  rg -n 'a{3,5}b|c' F  rg -F -e ab -e cd F  rg -U 'a\nb' F  rg -U '\s+' F  rg -U --multiline-dotall 'a.*b' F  rg '\w+z' F
rg -r '$0$0' a F  rg --json b F  rg --vimgrep b F  rg --stats c F  rg --color always a F  rg -C 3 b F  rg -B 1000000 zz F  rg -M 5 --max-columns-preview a F  rg --passthru a F  rg -f /data/random F  rg -F -f /data/random F
rg -e $X F  rg -F $X F  rg $X /data/lines  rg -r $X a F  rg -a . /data  rg -z a /data/long.gz  rg -E utf-16le a F  rg -E latin1 b F  rg --null-data a F  rg --crlf 'a$' F  rg -P 'a+b' F  rg -g $X a /data  rg --files /data
rg --ignore-file F a /data  rg -Uo '(?s)a.*?b' F  rg '\bé' F  rg -l b F  rg --files-without-match zz F  rg -om5 b F  rg --context-separator $X -C1 b F  rg --type-add "t:$X" -tt a /data  cat F | rg -c a
gzip -c F | gunzip -c  head -c 9M F  head -n 5 F  head -n -5 F  head -c -5 F  iconv F  iconv -f latin1 -t utf-16 F  iconv -c -t ascii F  iconv -t ascii//TRANSLIT F  iconv -f utf-32 F  iconv -f utf-8 -t utf-32 -o /tmp/i F  iconv -f $X  join F /data/many  join F F  join -a 1 -o 1.1,2.1 F /data/random  join -t a F F  join -i F /data/lines
bc F  bc <<< "$X"  bc <<< '2^20000000'  bc <<< 'scale=20000; 1/(10^15000+1); sqrt(2)'  bc <<< 'obase=7; 3^200000'  bc <<< 'ibase=7; '$(head -c 1M /data/zeros | tr '\0' 6)  bc -l <<< 'scale=600; e(1); s(1); l(2)'
bc <<< 'for (i = 0; i < 1000000; i++) a[i % 1000] += i'  bc <<< 'define f(n) { return f(n + 1) } f(1)'  bc /data/numbers < F  bc <<< 'while (1) { i += 1; }'  bc <<< "$(printf '(%.0s' {1..100000})"
dc F  dc -e "$X"  dc -f F  dc -e "[$X] d Z p x"  dc -e '[lax]sa lax'  dc -e '2 20000000^ Z p'  dc -e '7o 3 200000^p'  dc -e '3 200000^ P'  dc -e '20000k 2v p'  dc -e '[z 1000000>a]sa [z d 5000 r R z 1000000>b]sb lbx'  dc < F
zstd -dc F  zstd -tq F  zstd -l F  zstdcat F  zstdcat F | wc  unzstd $X  zstdmt -d $X  zstd -d F -fo /tmp/z  printf KLUv/aTwSQIAfAAAGGFiAAIAfEdXF3s45Q4Lg08CAP7KKCk= | base64 -d >/tmp/z; for i in {1..80}; do cat /tmp/z; done | zstd -dc | wc -c  for i in {1..400000}; do printf '\0\0\0'; done >/tmp/z; (printf '(\265/\375\0X'; cat /tmp/z) | zstd -dc
for i in {1..400000}; do printf '\2\0\0b'; done >/tmp/z; (printf /Td6WFoAAAFpIt42AgAhARAAAACocI6GAQAAYQ== | base64 -d; cat /tmp/z) | xz -dc
gzip -c F >/tmp/f.gz; zgrep -c b /tmp/f.gz; zcmp /tmp/f.gz /data/lines; zdiff /tmp/f.gz /data/random | wc; zless /tmp/f.gz | wc; zmore /tmp/f.gz | wc; zegrep -c 'a|b' /tmp/f.gz; zfgrep -c b F
xz -0 -c F >/tmp/f.xz; xzgrep -c b /tmp/f.xz; xzcmp /tmp/f.xz /data/lines; xzdiff /tmp/f.xz /data/random | wc; xzless /tmp/f.xz | wc; xzmore /tmp/f.xz | wc; xzegrep -c 'a|b' /tmp/f.xz; xzfgrep -c b F
bzip2 -c /data/lines >/tmp/f.bz2; bzgrep -c b /tmp/f.bz2; bzcmp /tmp/f.bz2 F; bzdiff /tmp/f.bz2 F | wc; bzless /tmp/f.bz2 | wc; bzmore /tmp/f.bz2 | wc; bzegrep -c 'a|b' /tmp/f.bz2; bzfgrep -c b F
grep -cP 'b(?!a)' F  grep -oP '(?<=a)b' F  grep -cP '(.)\\1' F  grep -P '(a+)+\\1b' F  rg -cP '(?<=b)a(?!b)' F  rg -oP '(\\w)\\1' F  grep -P $X F  rg -UP '(?s)a.*?(?=b)' F
ptx F  ptx -f -G F  ptx -A -w 1000 F  ptx -r F  ptx -T -W 'a[a-z]*' F  ptx -S '' F  ptx -S 'b' F  ptx -i F /data/long  ptx -o F /data/lines  ptx -b F /data/numbers  ptx -F $X -M $X <<< a  vmstat -s  vmstat $X
cal $X  cal -m $X  cal -y 9999  xz -c F | xz -dc  xz -0 -c F  xz -9e -c F  xz -c /data/zeros  lzma -c F | lzma -dc  unxz -c F  xzcat F  unlzma -c F  lzcat F  lzma -dc F  tar cJf /tmp/J /data/lines; tar tJf /tmp/J  bzip2 -c F  bzip2 -1c F  bunzip2 -c F  bzip2 -c F | bzcat  tar cjf /tmp/j /data/lines; tar tjf /tmp/j  make -f F  make $X  make X="$X"  make X="$X" --eval 'A := $(subst a,b,$(X))' --eval 'all:;'  (echo -n 'A := '; cat /data/many; echo; echo '$(info $(words $(sort $(patsubst a%,%b,$(A)))))'; echo 'all:;') | make -f -
(echo -n 'all: '; head -c 1M /data/many; echo '; @echo $(words $^)') | make -f - -k  seq -f 'a%g = $(a%g)b' 200000 | make -f -  (seq -f 'x%g: x;' 100000; echo 'x:;') | make -f -  (echo 'A = x'; echo '$(foreach i,$(shell seq 1 100000),$(eval A += y))'; echo 'all:;') | make -f -
patch a F  patch -p0 < F  diff -u F /data/random | patch -o /tmp/o F  diff -u /data/numbers F | patch -R -o /tmp/o F  diff /data/lines F | patch -o - /data/lines  patch -N --dry-run F /data/random
git init -q /tmp/g; cp F /tmp/g/f; cd /tmp/g; git add f; git status; git -c user.name=a -c user.email=b commit -qm x; git show | wc; git blame f | wc  git init -q /tmp/g; cp F /tmp/g/f; cd /tmp/g; git add f; cp /data/random f; git diff | wc; git diff --stat; git diff -w --word-diff | wc; git diff HEAD
git diff --no-index F /data/numbers | wc  git diff --no-index -M /data /tmp  git hash-object F  git init -q /tmp/g; cd /tmp/g; git hash-object -w F; git grep -c a; git config a.b $X  git apply F  git log $X  git init -q /tmp/g; cp F /tmp/g/.gitignore; cd /tmp/g; git status; git add -A  git init -q /tmp/g; cp F /tmp/g/.git/config; cd /tmp/g; git status
git diff --no-index --histogram F /data/random | wc  git diff --no-index --patience F /data/numbers | wc  git diff --no-index --minimal F /data/lines | wc  git merge-file -p F /data/lines /data/random | wc  git merge-file -p --zdiff3 /data/random F /data/numbers | wc
git init -q /tmp/g; cd /tmp/g; git -c user.name=a -c user.email=b commit -q --allow-empty -m x; seq -f "$(git rev-parse HEAD) refs/heads/b%06g" 50000 >.git/packed-refs; git init -q --bare /tmp/h; git push -q --all /tmp/h; git push -q /tmp/h :b000001; cd /tmp/h; git fetch -q /tmp/g 'refs/heads/*:refs/x/*'; git ls-remote /tmp/g | wc
git init -q /tmp/g; cd /tmp/g; git -c user.name=a -c user.email=b commit -q --allow-empty -m x; (printf '[remote "o"]\nurl = /tmp/g\n'; seq 50000 | sed 's/.*/fetch = refs\/heads\/&:refs\/remotes\/o\/&/') >>.git/config; git fetch o; git push o  git init -q /tmp/g; cd /tmp/g; seq -f '[remote "r%g"] url = /tmp/g' 50000 >>.git/config; git remote -v | wc; git fetch r5; git push r5
git init -q /tmp/g; cp F /tmp/g/.git/index; cd /tmp/g; git status  git init -q /tmp/g; cp F /tmp/g/.git/packed-refs; cd /tmp/g; git branch -a  git init -q /tmp/g; cd /tmp/g; git -c user.name=$X -c user.email=b commit --allow-empty -m $X; git log --format='%w(20)%B' | wc; git add $X; git check-ignore $X
jq . F  jq -R . F  jq -Rs . F  jq -Rn '[inputs]|length' F  jq -Rs 'split("a")|length' F  jq -Rs 'test("(a|b)*c")' F  jq -Rs 'gsub("a+";"b")|length' F  jq -Rs explode F  jq -s . /data/numbers
jq -s 'sort|unique|length' /data/numbers  jq -s 'map(.+1)|add' /data/numbers  jq -s tojson /data/numbers  jq -Rs @base64 F  jq -Rs '@uri|length' F  jq -n '[range(1000000)]|group_by(.%7)|length'  jq --stream -c . /data/numbers
yq . F  yq -y . F  yq -c . /data/numbers  yq -y . /data/numbers  yq -n -y '"a b" * 1000000'  yq -n -y '["a\tb" * 1000000]'  yq -n -y '[range(300000)]'  yq "$X"
tac -r -s 'a*b' F  tac -r -s 1 /data/numbers  pr F  pr -t -3 F  pr -a -4 F  pr -m F F  pr -n -e F  pr +2 F  pr -t -w 1000000 -2 F  pr -h $X /dev/null  watch -g -t cat F
diff -D a F /data/random  diff --line-format='%dn %L' F /data/numbers  diff --changed-group-format="$X" F /data/random
jq -n --arg x "$X" '$x|length'  jq "$X"  jq -n 'reduce range(1000000) as $i (0;.+$i)'  jq -n 'def f: f; f'  jq -n '[limit(1000000;repeat(1))]|length'  jq -n '"a"*10000000|length'
md5sum F  md5sum -c F  sha1sum F  sha224sum F  sha256sum F  sha384sum F  sha512sum F  sum F  nl F  nl -b pb F  nl -b a -w 9 F  od F  od -c F  od -An -tx1 F  od -tf8 -v F
od -td4 -w100000 F  hexdump -C F  hd F  xxd F  xxd -r F  xxd -p F  xxd -r -p F  paste F F  paste -s F  paste -d, -s F  printf %s $X  printf %q $X  printf %b $X  printf '%s\n' $L
printf '%10000000s' a  printf $X  printf %.9000000f 1  rev F  sed s/a/b/ F  sed s/a/b/g F  sed -E 's/(a*)(b?)/\2\1/' F  sed -n p F  sed y/abc/xyz/ F  sed -n l F  sed 'N;P;D' F
sed -n '$p' F  sed 1d F  sed -z s/a/b/g F  sed 's/.*/\U&/' F  sed G F  sed '1!G;h;$!d' F  sed -n '/a/,/b/p' F  sed '$!N;s/\n/ /' F  sed = F  sed "s/a/$X/" F  sed "y/$X/$X/" F
sed "a $X" F  sed "$X" F  sed -f F F  sed 's/a/b/w /tmp/w' F  sed ':a;s/b/a/;ta' F  cp F /tmp/i; sed -i s/a/b/ /tmp/i
awk 1 F  awk '{ print $1 }' F  awk '{ n += NF } END { print n }' F  awk -F, '{ print $NF }' F  awk '/a.*b/' F  awk '{ gsub(/a/, "bb") } 1' F  awk '{ a[$1]++ } END { for (k in a) n++ }' F
awk '{ n += split($0, a, "") }' F  awk '{ s = s $0 } END { print length(s) }' F  awk -v RS= 'END { print NR }' F  awk -v RS='a+' 'END { print NR }' F  awk '{ $3 = "x"; print }' F  awk '{ print toupper($0) }' F
awk '{ x = substr($0, 5, length($0) - 9); print index(x, "zz"), match(x, /z+/) }' F  awk '{ a[NR] = $0 } END { n = asort(a) }' F  awk 'BEGIN { while ((getline l < ARGV[1]) > 0) n++ }' F  gawk '{ print > "/tmp/g" }' F
awk '{ print | "cat" }' F  awk 'BEGIN { for (i = 0; i < 1000000; i++) a[i % 1000] = a[i % 1000] i }' F  awk '{ s = s $0 } END { for (i = 0; i < 999; i++) x += (s in a) }' F  awk '{ s = s $0 } END { for (i = 0; i < 999; i++) x = sprintf("%5000s", s) }' F  awk -v FPAT='[a-z]' -v RS='^$' '{ n = NF }' F  awk -v RS='^$' '{ n = split($0, a, " ") }' F  awk -v FPAT='[a-z]+' '{ n += NF }' F  awk '{ printf "%s-%d\n", $0, NR }' F  awk -f F F
sqlite3 < F  sqlite3 :memory: "$X"  sqlite3 F .dump  sqlite3 /tmp/q ".import F t"  sqlite3 :memory: "select length(hex(readfile('F')))"  sqlite3 /tmp/q 'create table t(a); insert into t select randomblob(100) from generate_series(1,50000); create index i on t(a); vacuum; pragma integrity_check; select * from t order by 1'
shuf F  shuf -n 5 F  shuf -e $L  shuf -i 1-100000000  shuf -i 1-1000000  shuf -r -n 1000000 F  sort F  sort -n F  sort -u F  sort -r F  sort -k 2 F  sort -k 1.2,1.5n F
sort -t a -k 3 F  sort -f F  sort -V F  sort -h F  sort -g F  sort -M F  sort -R F  sort -c F  sort -z F  sort -m F F  sort -s -b F  sort -d F  sort -i F  sort -o /tmp/s F
split -b 1M F  split -l 100000 F  split -n 3 F  split -C 1M F  strings F  strings -n 1 F  tac F  tac -s a F  tac -r -s 'a*' F  tail -n 3 F  tail -c 9M F  tail -n +5 F  tail -c +100 F
tee /tmp/b < F  tr a b < F  tr -d a < F  tr -s a < F  tr -cd ab < F  tr -C a b < F  tr a-z A-Z < F  tr $X b < F  tr -s '[:space:]' '\n' < F  truncate -s 9M /tmp/c  truncate -s 200M /tmp/c
uniq F  uniq -c F  uniq -d F  uniq -i F  uniq -f 3 F  uniq -s 3 -w 5 F  uniq -D F  uniq -u F  wc F  wc --files0-from F  sort --files0-from F  du --files0-from F  wc -m F  wc -L F  wc -w F  wc -l F  xargs < F  xargs -n 1000 < F  xargs -I {} echo {} < F
xargs -0 < F  xargs -d a -n 5 < F  xargs -L 3 < F  xargs -n 1 < F  tar cf /tmp/t.tar /data  tar czf /tmp/t.tgz /data  tar cf - /data | tar tf -  tar xf F  tar xzf F  tar cf /tmp/t.tar -T F  tar cf /tmp/t.tar --null -T F  tar cf /tmp/t.tar /data; tar df /tmp/t.tar  tar cf /tmp/t.tar /data; tar rf /tmp/t.tar F  tar cf /tmp/t.tar /data; tar uf /tmp/t.tar /data  tar cf /tmp/t.tar --transform "s/a/$X/g" F  tar tf /data/zeros -T F
zip /tmp/z.zip F  zip -9 /tmp/z.zip F; zip /tmp/z.zip F  zip -r - /data > /tmp/z.zip; unzip -t /tmp/z.zip  zip -0 /tmp/z.zip F; unzip -o /tmp/z.zip -d /tmp  cat F | zip -q /tmp/z.zip -; unzip -p /tmp/z.zip  zip /tmp/z.zip -@ < F  zip /tmp/z.zip $X  zip /tmp/z.zip F -x $X  zip -z /tmp/z.zip F < F
zip -q /tmp/z.zip F; zip -d /tmp/z.zip $X  unzip F  unzip -l F $X  zip -q /tmp/z.zip /data/long; unzip -l /tmp/z.zip $X -x $X  zipinfo F  zip -q /tmp/z.zip /data/long; zipinfo /tmp/z.zip  unzip $X
cat F | while read -r a; do :; done  mapfile -t a < F  mapfile -n 5 -C echo -c 1 a < F  readarray -d a a < F  read -r a < F  read a < F  read -a a < F  read -n 5000000 a < F  read a b c < F
file F  file -i F  file -f F  file - < F  file $X  find /data -regex '.*a'  find /data -name $X  find /data -printf $X  find /data -exec echo $X {} +  find $X  ls -l /data  ls $X  du /data  du $X  df /data  df $X  tree /data  tree $X
seq 1000000  seq -s $X 5  seq -w 1000000  seq 0.1 0.1 100000  seq -f $X 1 3  stat F  stat -c $X F  realpath $X  readlink -f $X  touch $X  mkdir -p $X  mkfifo $X  mktemp $X  mktemp -p $X
mv $X $X  mv $X nosuch/b  cp $X $X  cp $X nosuch/b  ln -s $X /tmp/l  ln $X $X  rm $X  rmdir $X  chmod $X F  chmod 644 $X  test $X = $X  test -n $X  [ $X -eq 1 ]  [ $X -nt $X ]  [ -v $X ]
echo $X  which $X  command -v $X  numfmt --to=iec < F  numfmt $X  numfmt --format=$X 5  date -d "$X"  date +$X  date -f F  touch -d "$X" /tmp/a  sleep "$X"  env a=$X true  env $X  printenv $X
curl -s file:///data/lines > /tmp/o  curl -s file:///data/long -r 5-  curl file:///$X  curl $X  curl -K F  curl -d @/data/lines x.test  curl --data-urlencode n@/data/lines x.test  curl -F a=@/data/lines x.test  curl -H @/data/lines x.test  curl -b F x.test  curl -w @/data/lines file:///data/args  curl -T F x.test  wget $X  wget -i F  wget --post-file=/data/lines x.test  wget --load-cookies=/data/lines x.test
ps aux  ps -C $X  ps -o $X  ps -p $X  pgrep -f $X  pgrep -l b  pkill $X  pidof $X  killall $X  pathchk $X  pathchk -p $X  free $X  flock /tmp/l cat F  flock $X true  compopt $X  complete -W $X x; compopt -o nospace x; complete -p x  compgen -F f $X  look a F  look -df $X F  man $X  man -k $X  whatis $X  apropos .  shred -vu $X  cp F /tmp/q; shred -n 1 /tmp/q  timeout 5 cat F  timeout $X true  nice cat F  nohup cat F  yes $X | head -c 20M  yes | head -c 20M  getconf $X  hostname $X  id $X  uname $X  whoami $X  nproc $X  tty $X  sync F  help $X  help
cat <(cat F) > /tmp/p  cat F | sort | uniq -c | sort -rn | head  cat F | tee >(wc) | wc  cat F > /dev/null  cat $X  cat < $X  cat F F F F F > /tmp/big  a=$(cat F)  a=$(cat F; cat F); b=${#a}
x=$(sort F | head -n 5)  while read -r a b; do c+=$a; done < F  cat F | xargs -n 1 | head  for w in $(< F); do :; done  for ((i = 0; i < 1000000; i++)); do :; done  set -- $(< F); shift 5
IFS=a; set -- $(< F)  echo $(< F) | wc  echo "$(< F)" | wc  a=($(< F)); unset 'a[5]'  a=($(< F)); b=("${a[@]}")  a=($(< F)); a=("${a[@]:1}")  head -n 100000 F | while read -r a; do b[i++]=$a; done
python3 -c "print(len(open('/data/long').read()))"  python3 F  python F  source F  . F  cp F /tmp/a; cat /tmp/a | wc  cat F >> /tmp/a  cat >| /tmp/a < F  wc -c <<< "$(< F)"  history -r F
sort F > /tmp/a; sort /tmp/a  cp F /tmp/a; tail -c 5M /tmp/a  cp F /tmp/a; cp /tmp/a /tmp/b; cmp /tmp/a /tmp/b  cp -r /data /tmp/d  mv F /tmp/a  ln F /tmp/a  rm -r /data  chmod -R 644 /data
"""

EXPANSIONS = r"""
echo ${#X}  echo ${X#a*}  echo ${X##*a}  echo ${X%a*}  echo ${X%%a*b}  echo ${X/a/b}  echo ${X//a/b}  echo ${X//a*b/c}  echo ${X/%a/b}  echo ${X/#a/b}  echo ${X//a/$X}  echo ${X//$X/b}
echo ${X//[a-c]/&&}  echo ${X^}  echo ${X^^}  echo ${X,,}  echo ${X~~}  echo ${X^^b}  echo ${X@Q}  echo ${X@U}  echo ${X@u}  echo ${X@L}  echo ${X@A}  echo ${X@P}  echo ${X@K}  echo ${X@a}  echo ${X@E}
echo ${X:5:9}  echo ${X: -5}  echo ${W:5:9}  echo ${W: -5}  echo ${#W}  echo ${W^^}  echo ${W/x/y}  echo ${W##*x}  echo ${W@Q}  echo $L  echo "$L"  set -- $L  set -- $L; echo "$*"
set -- $L; echo "${@:5:9}" "${@: -3}"  set -- $L; echo "${*/a/b}"  a=($L); echo ${a[@]:5:9}  a=($L); echo ${#a[@]} ${!a[@]}  a=($L); echo "${a[@]/a/b}"  a=($L); echo "${a[@]^^}"  a=($L); echo "${a[*]@Q}"
a=($L); echo "${a[@]@A}"  a=($L); echo ${a[-1]}  a=($L); declare -p a  a=($L); a+=($L)  a=($L); unset a  a=($L); for i in "${!a[@]}"; do a[i]=x; done  a=($L); f() { local b=("${a[@]}"); }; f
a=($L); (a[5]=3; echo ${a[5]})  a=($L); b=$(echo ${#a[@]})  a=($L); f() { echo $#; }; f "${a[@]}"  declare -A m; for w in $L; do m[$w]=1; done
declare -A m; for ((i=0;i<200000;i++)); do m[$i]=$i; done; echo ${!m[@]}; echo ${m[@]}; n=("${m[@]}"); declare -p m; unset m  a[5000000000]=1  a=([1000000]=2 [5]=3); echo ${a[@]}
[[ $X == *a*b ]]  [[ $X == a*a*a*b ]]  [[ $X == *(a|b)c ]]  [[ $X == +([a-z])b ]]  [[ $X == @(a|aa|aaa)*b ]]  [[ $X == !(*b) ]]  [[ $X == ?*?*?*b ]]  [[ $W == *x ]]  [[ $X == $X ]]  [[ $X == "$X" ]]
[[ a == $X* ]]  [[ $X =~ a*b ]]  [[ $X =~ (a|b)*c ]]  [[ $X =~ ^(a*)(a*)$ ]]  [[ $W =~ [[:alpha:]]+x ]]  [[ a =~ $X ]]  [[ $X =~ $X ]]  [[ $X < $X ]]  [[ $X -eq 1 ]]  [[ -f $X ]]  [[ -v $X ]]
[[ -n $X && -z $X ]]  case $X in *b) ;; b*) ;; esac  case $X in $X) ;; esac  p=x; for i in {1..5000}; do p="@(${p}"; done; [[ x == $p ]]  p=x; for i in {1..5000}; do p="@($p)"; done; [[ x == $p ]]
p=a; for i in {1..900}; do p="@($p|b)"; done; [[ aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa == $p ]]  p=b; for i in {1..900}; do p="*(a$p)"; done; [[ $X == $p ]]  p=b; for i in {1..900}; do p="+(a|$p)"; done; [[ $X == $p ]]
p=b; for i in {1..100}; do p="!($p)"; done; [[ $X == $p ]]  p=b; for i in {1..5000}; do p="?($p)"; done; echo ${X//$p/}  p=b; for i in {1..5000}; do p="?(a)$p"; done; [[ $X == $p ]]
echo $(( X ))  echo $(( 0x$X ))  echo $((5$(printf '+5%.0s' {1..100000})))  echo $(( $(printf '(%.0s' {1..100000}) ))  let "a = $N"  let "$X"  (( X == X ))  ((a[X]++))  eval "a='$X'"  eval "$L"  eval "$X"
eval "(($X))"  eval "[[ $X ]]"  eval "a=($L)"  eval "f() { $L; }; declare -f f"  eval $'cat <<E\n'"$X"$'\nE\n'  eval $'cat <<E\n'"$L"$'\nE\n'  printf -v a '%.0s\\\\\\\n' {1..60000}; eval $'cat <<E\n'"$a"$'x\nE\n'  eval "echo {$X}"  eval "${L// /;}"  eval "${L// /|}"  eval "${L//d /&&}"
IFS=a; echo $X  IFS=a; set -- $X; echo $#  IFS=ab read -ra a <<< "$X"  cat <<< $X  x=$(echo $X)  x=$(< /data/long)  x=`cat /data/lines`  x=a; x+=$X; x+=$x  declare a=$X  declare -p X  declare -A m=([$X]=$X)
m=$X; echo ${m[$X]}  declare -A m; m[$X]=1; echo "${!m[@]}"  export a=$X; true  export a=$X; cat /dev/null  a=$X true  printf -v a %s $X  printf -v a '%*s' 10000000 b  printf -v a %d $X  printf -v a '%(%Y)T' $X
echo {1..100000}  echo {1..1000}{1..1000}  echo {a,b}$X  echo {$X,$X}  echo {a..z}{a..z}{a..z}{a..z}  echo {1..10000000..3}  read -d '' a < /data/zeros  read -N 10 a <<< $X  echo ~$X  echo ~/$X  a=~:$X
echo $X*  echo [$X]  echo /data/$X  echo /data/*$X  cd $X  pushd $X  popd $X  dirs $X  alias a=$X; eval a  shopt -s expand_aliases; alias a='a a a'; eval "$L"  shopt -s expand_aliases; alias ab='cd '; eval "$L"
shopt -s expand_aliases; alias ab='ab ab '; eval "$L"  shopt -s expand_aliases; for i in {1..3000}; do alias a$i="a$((i+1)) "; done; eval a1  shopt -s expand_aliases; for i in {1..18}; do alias a$i="a$((i+1)) a$((i+1)) "; done; eval a1
shopt -s expand_aliases; for i in {1..18}; do alias a$i="a$((i+1)); a$((i+1))"; done; eval a1  shopt -s expand_aliases; alias ab="$L"; eval ab  shopt -s expand_aliases; alias ab="$L"; eval "${L//d/;}"
alias $X=b  type $X  type -a $X  $X  "$X" a  ./$X  /data/long  trap "$X" EXIT  trap "$L" EXIT; trap  trap - $X  f() { echo "$@"; }; f $L  f() { f; }; f  set | wc -c  set -o $X  shift $N  getopts $X a  getopts a X $L
unset $X  unset "a[$X]"  test $X -nt $X  caller $X  bind $X  bg $X  fg $X  jobs $X  disown $X  suspend $X  logout $X  break $X  continue $X  return $X  builtin $X  command $X  enable $X  exec $X  exit $X
history -s "$X"  history -s "$X"; history  fc -l $X  compgen -W "$L" a  compgen -W "$X" b  compgen -A file $X  compgen -G "$X*"  compgen -v  complete -W "$X" a; complete  kill $X  umask $X  ulimit $X  export $X
declare -i a=$X  declare -i a; a=$X  declare -u a=$X  declare -l a=$X  declare -n a=$X; echo $a  hash $X  wait $X  times $X  echo ${!X}  echo ${!X*}  echo ${X:-$X}  echo ${Z:=$X}  echo ${Z:?$X}  echo ${Z+$X}
echo "${X:+${X/a/b}}"  readonly a=$X  f() { local a=$X; }; f  typeset a=$X  printf %d\\n "'$X"  echo -e "$X"  echo -n "$X" > /tmp/x  PS4=$X; set -x; true  PS4=a; set -x; true $X  PS1=$X; echo "${PS1@P}"
select a in $L; do break; done < /data/long  time true $X  ! true $X  coproc cat  sleep 0 & wait  for i in {1..1000}; do : & done; wait  : $X | : $X  : > /tmp/$X  : 2>&$X  set -e; false $X  trap 'echo $X' DEBUG; true
trap 'echo $LINENO' ERR; false  exec 3< /data/long; read -u 3 a  ulimit  shopt -s extglob; echo ${X//+(a)/b}  shopt -s extglob; echo ${X##+(a)}  shopt -s extglob; echo ${X%%+(a|b)}  shopt -s extglob; echo ${X/%*(a)/}
shopt -s nocasematch; [[ $X == *B ]]  shopt -s nocasematch; [[ $X == $X ]]  shopt -s nocasematch; [[ $X =~ B ]]  shopt $X  mapfile -t a <<< "$X"  mapfile -s 5 a <<< "${L// /$'\n'}"  source <(echo "$X")  . /dev/stdin <<< "$L"
xargs <<< "$X"  diff <(echo $X) <(echo $X)  printf '%s %s %s' $L  echo ${L//ab/}  echo ${L// /$'\n'} | wc  echo "${L%%d*}" "${L##*b}" "${L#*c}"  a=${L// /:}; PATH=$a; nosuch  CDPATH=$X cd nosuch
CDPATH=${L// /:} cd nosuch  GLOBIGNORE=$X; echo *  GLOBIGNORE=${L// /:}; echo /data/*  IFS=$X; echo $L  IFS=$X read a b <<< "$L"  OPTIND=1; getopts ab: o -- $L  HISTCONTROL=$X history -s a  TZ=$X date  TIMEFORMAT=$X; time true
HISTIGNORE=${L// /:} history -s a  if true; then eval "$L"; fi  until true; do :; done  while false; do :; done  { echo $X; } > /tmp/a  (echo $X) | wc  echo $X $X $X | cat | cat | wc  function f { echo $1; }; f $X  true && echo $X
readarray a <<< "$X"  alias; unalias $X  popd  fc  let $X  let "a[$X]=1"  echo $- $? $! $$  echo "$@" "$*"  readonly  export  declare  declare -f  help -s $X  complete -F $X a  false $X || eval :  [ $X ]  caller  unset -f $X  exec 5>&-  : {a}>/tmp/z  until $X; do break; done  pwd -P $X  if $X; then :; elif $X; then :; else :; fi
"""

LOADS = "X=$(</data/long); W=$(</data/wide); L=$(</data/args); N=5\n"


def scripts():
    """(name, script)"""
    for script in re.split(r"\n|  +", COMMANDS.strip()):
        if re.search(r" F\b", script):
            for name in FILES:
                yield f"{script} [{name}]", loaded(re.sub(r" F\b", f" /data/{name}", script))
        else:
            yield script, loaded(script)
    for script in re.split(r"\n|  +", EXPANSIONS.strip()):
        yield script, loaded(script)


def loaded(script):
    return (LOADS if re.search(r"\b[XWLN]\b", script) else "") + script


def forgotten(program):
    """Commands and builtins that no script names."""
    text = re.sub(r"\W+", " ", COMMANDS + EXPANSIONS).split()
    known = subprocess.run([program, "-c", "compgen -c"], capture_output=True, text=True, check=True).stdout.split()
    return sorted({name for name in known if name.isalnum()} - set(text))


if __name__ == "__main__":
    without = forgotten(sys.argv[1])
    print(f"no script for {' '.join(without)}" if without else "every command and builtin has a script")
    sys.exit(1 if without else 0)
