# zgrep, zdiff and their kin, of gzip, xz and bzip2
# --- zgrep: what is found in packed files and others
printf 'one\ntwo\nthree\n' > a; printf 'two\nfour\n' > b; gzip -k a b
zgrep t a.gz
zgrep t a.gz b.gz
zgrep t a b.gz
zgrep -h t a.gz b.gz
zgrep -c o a.gz b.gz
zgrep -n three a.gz
zgrep -in TWO a.gz
zgrep -l three a.gz b.gz
zgrep -L three a.gz b.gz
zgrep -e one -e four a.gz b.gz
zgrep -H one a.gz
zgrep -A1 two a.gz
zgrep -m1 t a.gz
zgrep -q one a.gz
zgrep -q nothing a.gz
zgrep nothing a.gz b.gz
zgrep -v two < b.gz
zgrep -c o - < a.gz
cat a.gz | zgrep -H o
zgrep -f b a.gz
zgrep -fa b.gz
printf 'four\n' | zgrep -f - a.gz b.gz
zgrep -w --color=never two a.gz
zgrep --regexp=two a.gz
zgrep -- -x a.gz
zgrep -5n two a.gz
zgrep -i5n two a.gz
zegrep 'one|four' a.gz b.gz
zfgrep 't' a.gz
# --- zgrep: what is wrong
echo a > a; gzip a; echo plain > p
zgrep a none.gz
zgrep a none.gz a.gz
zgrep -r a a.gz
zgrep --include=x a a.gz
zgrep -z a a.gz
zgrep '[' a.gz 2> /dev/null; echo $?
head -c 20 a.gz > cut.gz; zgrep a cut.gz 2> /dev/null; echo $?
zgrep plain p a.gz
zgrep "it's" p
echo "it's" | gzip > q.gz; zgrep "it's" q.gz
# --- zdiff and zcmp
printf '1\n2\n' > a; printf '1\n3\n' > b; gzip -k a b; gzip -c a > c.gz
zdiff a.gz b.gz
zdiff a.gz b
zdiff a b.gz
zdiff a b
zdiff a.gz c.gz
zdiff a.gz
echo x > a; zdiff a.gz
zdiff -q a.gz b.gz
zdiff -y -W 20 a.gz b.gz
zdiff - b.gz < a.gz
zcmp a.gz b.gz
zcmp a.gz c.gz
zcmp -s a.gz b.gz
zcmp a.gz
zdiff
zdiff a.gz b.gz c.gz
zdiff a
zdiff '' b.gz
zdiff none.gz b.gz 2> m; echo $?; grep -c none.gz m
zdiff -U 2> /dev/null; echo $?
# --- zless and zmore into a pipe
printf 'a\nb\n' > a; gzip -k a; echo c | gzip > b.gz
zless a.gz | cat
zless a.gz b.gz | cat
zmore a.gz b.gz | cat
zmore -x a.gz
zmore a | cat
# --- those of xz
printf 'one\ntwo\n' > a; printf 'two\nfour\n' > b; xz -k a; gzip -k b
xzgrep two a.xz
xzgrep two a.xz b.gz
xzegrep 'one|four' a.xz b.gz
xzgrep -l one a.xz; echo $?
xzdiff a.xz b.gz
xzcmp a.xz b
xzdiff a.xz
xzless a.xz | cat
# --- those of bzip2
printf 'one\ntwo\n' > a; printf 'two\nfour\n' > b; bzip2 -k a b
bzgrep two a.bz2
bzgrep two a.bz2 b.bz2
bzegrep 'one|four' a.bz2
bzdiff a.bz2 b.bz2
bzcmp a.bz2 a
