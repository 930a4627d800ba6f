"""Scripts whose commands make much out of little: a short list, format, delimiter or template whose parts each stand for a long text.

What comes of them is as long as the list times the text, both chosen by the script, and is often one line, one word or one list of arguments. Who builds it in
a plain string and charges that afterwards passes the limit of memory; who adds to it and looks at no clock passes that of time. tests/account finds the first
with its counting allocator, tests/shell/shell_limits_test.py both.
"""

# r TEXT N: the format TEXT N times. b: 100 KB, m: 1 MB. f: a line of 1 MB; g: one of 20,000 fields; k: one of a million; h: 3000 lines; $d: a path of 3750 bytes.
SETUP = (
    "r() { printf -- \"$1%.0s\" $(seq $2); }; b=$(head -c 100000 /dev/zero | tr '\\0' y); m=$(head -c 1000000 /dev/zero | tr '\\0' x); "
    "echo $m > f; r x: 20000 > g; echo >> g; r 'x ' 20000 > s; echo >> s; seq 3000 > h; "
)
_DEEP = "d=/; for i in {1..15}; do d=$d$(printf %0250d 0)/; done; mkdir -p $d; "
_KEYS = "k() { head -c 6000000 /dev/zero | tr '\\0' \"$1\"; }; "

LISTS = [
    "join -o $(r 1.1, 2000)1.1 f f",
    "join -o $(r 0, 2000)0 f f",
    "printf 'a\\n' > a; join -e $b -o $(r 1.5, 5000)1.5 a a",
    "for i in {1..15}; do o+=\" -o $(r 0, 60000)0\"; done; join $o h h",
    "k ' ' | tr ' ' 'a\\n' > a; yes 'x ' | head -n 4000000 | tr -d '\\n' > a; join a a",
    "cut -d: -f1- --output-delimiter=$b g",
    "cut -b$(r 1,3, 30000)5 --output-delimiter=$b f; cut -b$(seq -s, 1 2 20000) --output-delimiter=$b f",
    "cut -c1- --complement -f 1 g; cut -d: --complement -f1 --output-delimiter=$b g",
    "echo x | column -t -N $(r a, 20000)b -O $(r 0, 20000)0",
    "echo x | column -t -N $(r a, 20000)b -H $(r 0, 20000)0 -R $(r 0, 20000)0",
    "echo x | column -t -N $(r a, 60000)b -H $(r b, 60000)b -O $(r b, 60000)b -R $(r b, 60000)b",
    "column -t -o $b s",
    "(cat s; echo $m) | column -t -o '|'; (r \"$m \" 300; echo; cat s; cat s) | column -t",
    "yes x | head -n 3000000 | tr '\\n' ' ' | column -t",
    "(echo $m; seq 4000) | column -c 4294967295; (echo $m; seq 4000) | column -x -c 4294967295",
    "column -J -t -N $(r a, 20000)b s; (echo $m$m$m$m$m | tr x '\\001') | column -J -t -N a",
    "paste -d $b $(r '- ' 20000) < h; paste -s -d $b h",
    "paste $(r '- ' 150000) < h",
    _DEEP + "find $d -maxdepth 0 -exec echo $(r '{} {} {} {} ' 8000) ';'",
    _DEEP + "w=$(r {} 30000); find $d -maxdepth 0 -exec echo $w $w $w $w $w $w ';'; find $d -maxdepth 0 -ok echo $w ';' < h",
    _DEEP + "find $d -maxdepth 0 -printf $(r %%p 60000)$(r %%h 60000); find $d -maxdepth 0 -printf $(r %%4096p 16000)",
    _DEEP + "stat -c $(r %%n 60000) $d; stat --printf=$(r %%N 60000) $d; stat -c $(r %%4096n 16000) $d",
    _DEEP + "ls --time-style=+$(r %%c 60000) -l / /; ls -d -w 100000 -T 1 $(r '$d ' 400); ls -m $d",
    _DEEP + "tree $(r \"$d \" 300) --noreport",
    "while :; do date +$(r %%c 60000); date +$(r %%4096Y 10000); done",
    "yes 1 | date -f - +$(r %%c 60000)",
    "xargs printf $(r %%1000000s 10000) < h; xargs -n1 printf $(r %%16000000d 100) < h",
    "env printf $(r %%1000000s 5000); env printf $(r %%q 60000) $b$b; env echo -e $(r '\\\\n' 30000)",
    "seq -f $b%9999999g 5; seq -f %.999999f 30; seq -s $b 3000; seq -w 1e300 1e300",
    "numfmt --padding=1000000 -d: --field=- < <(tr x 1 < g); numfmt --format=%1000000f --field=- < <(tr x 1 < s)",
    "yes 1 | numfmt --suffix=$b --format=$b%f$b",
    "awk -v OFS=$b '{ $1 = $1; print; NF = 30000; print }' s; awk -v ORS=$b 1 h",
    "awk -v f=$(r %%1000000s 3000) 'BEGIN { printf f; x = sprintf(f) }'; awk -v x=$b '{ gsub(/x/, x) } 1' s",
    "awk -v r=$(r '&' 60000) '{ gsub(/x*/, r) } 1' f; awk 'BEGIN { IGNORECASE = 1; while (i++ < 9) { s = s \"aaaaaaaa\"; for (k = 0; k < 20; k++) s = s s; s = substr(s, 1, 2000000) }; print index(s, substr(s, 1, 1000000) \"b\") }'",
    "sort $(r '-k1,1 -k2n ' 9000) h h h; sort -t: -k1,1 -k3,3 g g g",
    "pr -t -S$b -2 h; pr -h $b h; pr -l 11 -h $b h; pr -n:1000000 h; pr -o 1000000 h; pr -t -w 2000000000 -3000 h; pr -J -t -S$b -30 h",
    "nl -ba -w 1000000 h; nl -ba -s $b h; nl -ba -d $b h",
    "od -An -w1000000 f; od -t $(r x1 60000) f; od -t $(r c 100000) -w65536 f",
    "for i in {1..15}; do o+=\" -t $(r a 120000)\"; done; od $o h",
    "hexdump -e \"65536/0 \\\"$b\\\"\" f; hexdump -e \"$(r '\"%%_p\" ' 16000)\" f; hexdump -v -e \"\\\"$(r %%_c 40000)\\\"\" f",
    "yes '\"%_p\"' | head -n 300000 > a; hexdump -f a h; yes '\"%_p\" ' | tr -d '\\n' | head -c 6000000 > a; hexdump -f a h",
    "echo $b | xargs -I{} echo $(r '{} ' 10000); echo x | xargs -I{} echo $(r '{} ' 30000)",
    "echo $b | xargs -I xxxx echo $(r xxxx 30000); xargs -I \"${b//y/x}\" echo ${m:0:120000} < h",
    "tr $(r '[a*65536]' 13000) x < h; tr '\\000-\\377' $(r '[a*65536]' 13000) < h",
    "printf '\\t%.0s' {1..1000} | expand -t $(seq -s, 1 7 90000)4000000; unexpand -t 1,1000000000 f; printf '\\t\\t' | expand -t 1000000000",
    "fold -s -w 100000000 f s g; fmt -w 2500 s f; fmt -p $b h; fmt -g 1 -w 2 s",
    "comm --output-delimiter=$b h h; comm --output-delimiter=$b <(sort h) <(sort h); comm --total --output-delimiter=$b h h",
    "split -l 1 -a 100 --additional-suffix=$b h; split --filter=: -l 1 -a 100000 h",
    "csplit h $(seq 2 1 2900); csplit -f $b h 5; csplit -b %100000d h 5; csplit -z h '/1/' '{*}'",
    "csplit -n 100000000 h 5; csplit -n 1000000 h 5",
    "xxd -c 256 f; xxd -p -c 100000000 f; xxd -i -n $b h",
    "yes abcd.efgh | tr '.' '\\0' | strings -s $b; yes abcde | tr '\\n' '\\0' | strings -n 1 -s $b",
    "ptx -F $b h; ptx -w 2000000000 h; ptx -M $b -O h; ptx -g 2000000000 -w 2000000000 h",
    "ps -o $(r pid:4096, 14000)pid; ps -eo $(r args, 20000)args $b; ps --sort $(r pid, 30000)pid -e",
    "getopt -l $b o $(r '--y ' 150000); getopt -o a: -- $(r '-a ' 150000)",
    "export b; env -S \"echo $(r '${b}' 30000)\"",
    "env $(seq -f a%g= 150000) true; env $(seq -f '-u a%g' 70000) $(seq -f a%g= 40000) true",
    "diff --old-group-format=$(r '%%<' 40000) --line-format=$(r '%%4096dn' 15000) h f; diff --line-format=$(r %%L 60000) <(echo 1) f",
    "diff -D $b h s; diff -U 1000000 --label $b --label $b h f; diff -y -W 2000000000 h f",
    "sed \"s/x/$(r '&' 60000)/g\" f; sed \"y/x/y/;$(r p\\; 40000)p\" f; sed -n \"s/x*/$(r '&' 60000)/p\" f",
    "sed \"i $b\" h; sed 'H;x;G;x' h h h; sed \"l 1\" f; echo a | sed \"a $b\" | sed p",
    "echo x > xxxxxxxx; tar cf t.tar --transform=\"s/x/$(r '&' 30000)/g;s/x/$(r '&' 30000)/g\" x*; tar tf t.tar --show-transformed --transform=\"s/x/$(r '&' 30000)/g\"",
    "for i in {1..20000}; do echo h > l$i; done; tar cf t.tar $(seq -f '-T l%g' 20000)",
    "jq -n --arg b $b '[range(100000)] | map($b) | join($b), @csv, @html, @sh, @text, tojson'; jq --indent 7 -n '[range(1000)|[range(1000)|[[[[[[]]]]]]]]'",
    "jq -n --arg b $b '[range(3000)] | map(\"\\($b)\\($b)\") | join($b) | ascii_upcase | test(\"z\")'; jq -n '\"%9999999d\" * 1000 | strftime(.)?'",
    "jq -n '(\"x\" * 900000) as $t | (\"x\" * 450000 + \"y\") as $p | ($t | contains($p)), ($t / $p | length), ($t | indices($p)), ($t | ltrimstr($p) | length)'",
    "jq -n '(\"x\" * 900000) as $t | (\"x\" * 450000) as $p | $t | indices($p) | length'",
    "{ printf '[1] as [$a]'; seq -f '?// [$a%g]' 3000; echo '|1'; } > p; jq -n -f p",
    "{ printf '[1] as [$a'; seq -f ',$a%g' 60000; echo ']|1'; } > p; jq -n -f p",
    "{ printf '[1] as [$a'; seq -f ',$a%g' 30000; echo ']|'; seq -f '$a%g+' 30000; echo 1; } > p; jq -n -f p; (seq -f 'def f%g: 1;' 30000; seq -f 'f%g+' 30000; echo 1) > p; jq -n -f p",
    "{ printf 'X := $(call f,'; head -c 8000000 /dev/zero | tr '\\0' ,; printf ')\\nall:;@:\\n'; } > m; make -f m",
    "{ printf 'X := $(call subst,a,b,c'; head -c 100000 /dev/zero | tr '\\0' ,; printf ')\\nall:;@:\\n'; } > m; make -f m",
    "{ printf 'X := $(or '; head -c 4000000 /dev/zero | tr '\\0' ,; printf ')\\nall:;@:\\n'; } > m; make -f m",
    "printf 'X := $(findstring %sy,%s)$(subst %sy,b,%s)\\nall:;@:\\n' ${m:0:500000} $m ${m:0:500000} $m > m; make -f m; make -f m; make -f m",
    "printf 'f = %s\\nX := $(call f,%s)\\nall:;@:\\n' $(r '$1' 3000) $b > m; make -f m; printf 'A := %s\\nB := $(foreach i,%s,$(A))\\nall:;@:\\n' $b \"$(r 'a ' 3000)\" > m; make -f m",
    "git init -q; git config user.name a; git config user.email b; echo $m > f; git add f; git commit -qm $b; git log --format=$(r %%B 60000); git log -S${b//y/x}y; git log --format=$(r '%%<(100000)%%s' 9000)",
    "git init -q; git config user.name a; git config user.email b; git add h; git commit -qm a; git for-each-ref --format=$(r '%%(refname)' 9000); git ls-files --format=$(r '%%(path)' 9000); git log --date=format:$(r %%c 60000) --format=$(r %%ad 9000)",
    "dc -e \"[$b]$(r d 60000)\"; dc -e \"[$b]sa$(r lax 60000)\"; dc -e \"$(r '[x]P' 30000)\"; echo \"$(r 'print \"a\";' 9000)\" | bc",
    "expr index ${m:0:120000} ${b//y/z}; expr $m : \"$(r '\\\\(x\\\\)*' 300)y\"; expr substr ${m:0:120000} 1 100000",
    "head -c 3000000 /dev/zero | tr '\\0' x > x; tac -s ${b//y/x}y x; tac -b -s ${b//y/x}y x; tac -s ${b//y/x} x; tac -s xy x",
    "curl -s file:///etc/hostname -w $(r '%%{url}' 15000)$b; rg -r $(r '$0' 40000) x s f; rg --json -r $b x s; rg --context-separator $b -C1 1 h; rg --field-match-separator $b -n 1 h",
    "grep --label=$b -H 1 - < h; grep --group-separator=$b -A1 1 h; grep -on x f s; uniq -c --group=both h; wc --files0-from=<(r 'h\\\\0' 20000)",
    "du --time-style=+$(r %%c 60000) --time -a /etc; df --output=$(r source, 9000)source; file -F $b *; column -s $b -t f",
    "x=$(seq 3000); y=(${x// / }); IFS=$b; z=\"${y[*]}\"; echo \"${y[*]/%/$b}\" | wc -c; printf -v w \"%s$b\" \"${y[@]}\"",
]


def scripts():
    """Each command of LISTS with its files."""
    return [SETUP + (_KEYS if "k '" in command else "") + command for command in LISTS]
