# git, make, tar, zip, diff, patch and awk in the work of agents.
# --- git: a repository from nothing
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
git init -q -b main repo && cd repo
echo one > a.txt; mkdir src; echo 'int main;' > src/m.c; git add -A; git commit -qm 'First'
echo two >> a.txt; git add a.txt; git status --short; git commit -qm 'Second'; echo x > new; rm src/m.c; git status --short
git log --oneline | cut -d' ' -f2-; git log -1 --format='%an|%s|%ad' --date=short; git diff --stat; git show --stat --format=%s HEAD | head -4; git ls-files; git rev-list --count HEAD
# --- git: a branch is merged
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
git init -q -b main r && cd r; printf '1\n2\n3\n' > f; git add f; git commit -qm base
git checkout -qb topic; sed -i 's/3/three/' f; git commit -qam topic; git checkout -q main; sed -i 's/1/one/' f; git commit -qam main
git merge -q -m merged topic; cat f; git log --format=%s --first-parent; git branch; git branch -d topic > /dev/null; git tag v1; git describe --tags; git diff HEAD~1 --name-only
# --- git: a conflict is resolved
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
git init -q -b main r && cd r; echo base > f; git add f; git commit -qm base; git checkout -qb b; echo theirs > f; git commit -qam theirs; git checkout -q main; echo ours > f; git commit -qam ours
git merge b > /dev/null 2>&1 || echo "conflict: $?"; git status --short; grep -c '^[<=>]\{7\}' f; sed -i -e '/^<<<<<<< /d' -e '/^=======/,/^>>>>>>> /d' f; cat f; git add f; git commit -qm resolved; git log -1 --format='%s %p' | wc -w; git status --short | wc -l
# --- git: what changed, for a changelog
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
git init -q -b main r && cd r; n=0; for m in 'feat: login' 'fix: crash on empty' 'docs: readme' 'feat(api): users' 'chore: bump'; do echo $((n++)) > f; git add f; git commit -qm "$m"; done
git log --reverse --format=%s | awk -F': ' '{ t = $1; sub(/\(.*/, "", t); s[t] = s[t] "- " $2 "\n" } END { if (s["feat"]) printf "## Features\n%s", s["feat"]; if (s["fix"]) printf "## Fixes\n%s", s["fix"] }'
git log --grep='^feat' --format=%s; git show HEAD~1:f; git diff HEAD~2 HEAD -- f | grep '^[-+][0-9]'; git stash list | wc -l; git rev-parse --abbrev-ref HEAD
# --- diff and patch
mkdir old new; printf 'a\nb\nc\nd\n' > old/f; printf 'a\nB\nc\nd\ne\n' > new/f; echo only > new/g
diff -u --label old --label new old/f new/f; diff -rq old new; diff -ruN old new | sed 's/\t.*//' > p.diff; grep -c '^[-+]' p.diff
cp -r old work; patch -s -p1 -d work < p.diff; diff -r work new && echo same; patch -p1 -R -d work < p.diff; ls work; diff old/f new/f | grep -c '^[<>]'; cmp old/f new/f; diff -y -W 20 old/f new/f
# --- a patch that does not fit
printf '1\n2\n3\n4\n5\n' > f; cp f g; sed -i 's/3/three/' g; diff -u --label f --label f f g > p; sed -i 's/3/III/' f; patch f p; echo "status $?"; ls; cat f.rej | tail -n +3; patch --dry-run -s g p < /dev/null; echo "again $?"
# --- tar: packed, listed, taken apart
mkdir -p p/{bin,doc}; echo x > p/bin/run; chmod 755 p/bin/run; echo d > p/doc/a.md; echo t > p/doc/b.tmp; ln -s run p/bin/link; touch -d 2024-01-01T00:00Z p/bin/run p/doc/*
tar czf p.tgz --exclude='*.tmp' p; tar tzf p.tgz | sort; mkdir o; tar xzf p.tgz -C o --strip-components=1; find o | sort; [[ -x o/bin/run ]] && echo executable; readlink o/bin/link
tar xOf p.tgz p/doc/a.md; tar cf - -C p doc | tar tf - | sort; tar xzf p.tgz p/nothing 2> /dev/null; echo "status $?"; gzip -t p.tgz && echo fine; tar cJf x.txz p/doc && tar tJf x.txz | wc -l
# --- zip and unzip
mkdir d; echo one > d/1; seq 100 > d/2; zip -qr a.zip d; unzip -l a.zip | awk 'NR > 3 && $1 ~ /^[0-9]+$/ { print $1, $NF }' | sort -k2; unzip -qo a.zip -d out; diff -r d out/d && echo same; unzip -p a.zip d/1; zip -q a.zip -d d/1; unzip -Z1 a.zip | sort; unzip -tq a.zip
# --- compression, both ways
seq 1000 > n; for c in 'gzip -9' bzip2 xz; do $c -k n; done; ls n*; for f in n.gz n.bz2 n.xz; do case $f in *.gz) zcat $f ;; *.bz2) bzcat $f ;; *.xz) xzcat $f ;; esac | cmp - n && echo "$f ok"; done; gzip -dc < n.gz | tail -1; base64 -w0 <<< hello; echo; base64 -d <<< aGVsbG8=; echo; head -c 5 n | md5sum | cut -c1-8
# --- make: a build of several steps
cat > Makefile <<'M'
SRC := $(wildcard src/*.txt)
OUT := $(patsubst src/%.txt,out/%.up,$(SRC))
.PHONY: all clean
all: $(OUT) report
out/%.up: src/%.txt | out
	@echo "UP $<"
	@tr a-z A-Z < $< > $@
out:
	mkdir -p $@
report: $(OUT)
	@cat $^ > $@
	@echo "$(words $^) files"
clean:
	rm -rf out report
M
mkdir src; echo b > src/b.txt; echo a > src/a.txt; make; make; cat report; touch -d '-1 minute' out/*.up report; touch -d '-2 minutes' src/b.txt; make -n; make clean; make nothing; echo "status $?"; make -s -j2 2>&1 | sort
# --- make: variables, conditions, functions
cat > Makefile <<'M'
MODE ?= debug
ifeq ($(MODE),debug)
FLAGS = -g
else
FLAGS = -O2
endif
NAMES = one two three
define show
@echo "$(1) -> $(2)"
endef
all:
	$(call show,flags,$(FLAGS))
	@for n in $(NAMES); do echo "n=$$n"; done
	@echo $(foreach n,$(NAMES),[$(n)]) $(filter t%,$(NAMES)) $(subst o,0,$(NAMES)) $(shell echo shell) $(MAKELEVEL)
	-@false
	@echo after
M
make 2>&1 | sed 's/ Error/ error/'; make MODE=release 2>&1 | sed -n 1p; MODE=x make -s 2>&1 | sed -n 1p
# --- awk: a report in three parts
cat > emp <<'T'
ann 30 dev 5000
bob 45 ops 4200
cid 28 dev 4800
dee 51 mgmt 9000
T
awk 'BEGIN { printf "%-6s%4s %-5s%8s\n", "NAME", "AGE", "DEPT", "PAY"; while (i++ < 24) printf "-"; print "" }
{ printf "%-6s%4d %-5s%8.2f\n", toupper(substr($1, 1, 1)) substr($1, 2), $2, $3, $4; n[$3]++; p[$3] += $4; if ($4 > top) { top = $4; who = $1 } }
END { PROCINFO["sorted_in"] = "@ind_str_asc"; for (d in n) printf "%s: %d, average %.1f\n", d, n[d], p[d] / n[d]; print "top: " who }' emp
# --- awk: functions, recursion, arrays
awk 'function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2) } function rev(s,  r, i) { for (i = length(s); i; i--) r = r substr(s, i, 1); return r }
function join(a, n, sep,  i, s) { for (i = 1; i <= n; i++) s = s (i > 1 ? sep : "") a[i]; return s }
BEGIN { print fib(15), rev("abc"); n = split("c a b", x); asort(x); print join(x, n, "-"); delete x[2]; print length(x), (2 in x); print index("hello", "ll"), match("foobar", /o+/), RSTART, RLENGTH; print substr("hello", 2, 3), toupper("x"), sprintf("%05.1f", 3.14159), gensub(/(a)(b)/, "\\2\\1", "g", "abab"), strtonum("0x1f"); s = "aaa"; print gsub(/a/, "b", s), s }'
# --- awk: getline, pipes, printf to commands
printf '3\n1\n2\n' > n; awk '{ print | "sort" } END { close("sort"); "echo from shell" | getline x; print x; while (("cat n" | getline line) > 0) t += line; print t; print "to stderr" > "/dev/stderr"; printf "%s\n", ENVIRON["USER"]; system("exit 3"); exit 4 }' n 2>/dev/null; echo "status $?"
awk 'BEGIN { RS = ""; FS = "\n" } { print NR ": " $1 " (" NF " lines)" }' <<< $'a\nb\n\nc\nd\ne'; awk -v RS=';' '{ gsub(/\n/, ""); if ($0 != "") print NR, $0 }' <<< 'x;y;z'; awk 'BEGIN { while (i < ARGC) print i, ARGV[i++] }' a b=1 | head -2
# --- sort: keys of all kinds
printf '%s\n' 'b 10 x' 'a 9 y' 'c 10 a' 'a 100 z' > s; sort s; sort -k2,2n -k1,1r s; sort -k3 s | head -1; sort -t' ' -k2.1,2.1 -s s; sort -u -k2,2n s; printf '%s\n' 1K 2M 500 3G | sort -h | paste -sd' '; printf '%s\n' v1.10 v1.9 v1.2 | sort -V | paste -sd' '; printf '%s\n' B a C b | sort -f | paste -sd' '; printf 'Mar\nJan\nFeb\n' | sort -M | paste -sd' '; sort -c s; echo $?; sort -R s | wc -l
# --- checksums and dates of a release
mkdir rel; echo bin > rel/app; echo txt > rel/NOTES; version=$(sed -n 's/^version = "\(.*\)"/\1/p' <<< $'name = "x"\nversion = "1.4.2"'); tar -cf "app-$version.tar" --sort=name --mtime='2024-01-01 00:00Z' --owner=0 --group=0 --numeric-owner rel; sha256sum "app-$version.tar"; ( cd rel; sha256sum * | tee ../SUMS ) | wc -l; (cd rel; sha256sum --quiet -c ../SUMS && echo verified; echo tampered >> app; sha256sum --quiet -c ../SUMS 2>&1; echo $?)
# --- a queue of work in a Makefile that a script writes
targets=(fetch parse 'report')
{
  printf '.PHONY: all clean\nall: %s\n' "${targets[-1]}.done"
  prev=
  for t in "${targets[@]}"; do
    printf '%s.done: %s\n\t@echo "step %s"; date -u -d @0 +%%s > $@\n' "$t" "${prev:+$prev.done}" "$t"
    prev=$t
  done
  printf 'clean:\n\t@$(RM) *.done\n'
} > Makefile
make; make -q && echo "up to date"; rm parse.done; make -n | grep -c echo; make -s; make clean; ls; make -q || echo "status $?"
# --- bc and dc as calculators
bc -l <<< 'scale=6; 4*a(1); e(1); sqrt(2); 2^0.5' 2>&1 | head -3; bc <<< $'define f(n) { if (n <= 1) return (1); return (n * f(n - 1)); }\nf(20)\nscale=3\n10/3; 10%3; -7/2'; dc -e '2 3 ^ p 5 k 1 3 / p [hi] P 10 P'; echo 'for (i = 0; i < 3; i++) i^2' | bc; echo '5 > 3; 2 == 3' | bc
# --- ed-like edits by sed scripts
cat > s.sed <<'S'
# numbers are doubled in brackets
s/[0-9]\+/[&]/g
/drop/d
/^start/,/^end/{
  s/^/> /
  /start/i\
-- block
}
$!b
a\
-- last
S
printf 'a1\nstart\nx22\nend\ndrop me\nz\n' | sed -f s.sed; sed -n '/a/{=;p}' <<< $'b\na'; sed 's/a/b/w out.txt' <<< $'a\nc' > /dev/null; cat out.txt; sed 'y/abc/xyz/; s/\(.\)\(.\)/\2\1/' <<< cab; sed -E 's/(^|_)([a-z])/\U\2/g' <<< some_snake_case; sed '/x/!s/^/-/;n;d' <<< $'x\n1\ny\n2'
# --- find, grep and rg beside each other
mkdir -p s/{a,b}; printf 'TODO: one\ncode\n' > s/a/x.py; printf 'nothing\nTODO two\n' > s/b/y.js; printf 'todo: three\n' > s/a/z.txt; grep -rn TODO s | sort; rg -n --no-heading --sort path TODO s; rg -il --sort path 'todo' s; rg -c --sort path TODO s; grep -rniE --include='*.py' --include='*.txt' 'todo:? *(one|three)' s | sort; rg -t py -N --no-filename TODO s; rg --files --sort path s; rg -o '\w+$' s/b/y.js; rg missing s; echo $?
