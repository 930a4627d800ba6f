# Commits that git makes again: hooks and editors around them; aliases of the shell; what a push may do.
# --- hooks of cherry-pick and revert
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
git init -q -b main r && cd r; echo 1 > a; git add a; git commit -qm one; git checkout -qb t; echo 2 > b; git add b; git commit -qm two; echo 3 > c; git add c; git commit -qm 'three

Body'; git checkout -q main
for h in pre-commit prepare-commit-msg commit-msg post-commit; do printf '%s\n' '#!/bin/sh' 'echo "$0 [$*] ${GIT_INDEX_FILE##*/r/} $GIT_EDITOR"; case $0 in *prepare*) cat "$1"; [ -z "$ADD" ] || echo added >> "$1"; [ -z "$FAIL" ];; esac' > .git/hooks/$h; chmod +x .git/hooks/$h; done
git cherry-pick t 2>&1; git reset -q --hard HEAD~1; git cherry-pick main..t 2>&1; git log --format='%s|%b'
git reset -q --hard HEAD~2; ADD=1 git cherry-pick main..t 2>&1; git log --format='%s|%b'; git cherry-pick -n t~1 2>&1; git revert --no-edit HEAD 2>&1; git log -1 --format=%B
git reset -q --hard HEAD~3; FAIL=1 git cherry-pick t 2>&1; echo $?; git status; git cherry-pick --continue 2>&1; git log -1 --format=%s
# --- an editor for a pick
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
git init -q -b main r && cd r; echo 1 > a; git add a; git commit -qm one; git checkout -qb t; echo 2 > b; git add b; git commit -qm two; echo 3 > c; git add c; git commit -qm three; git checkout -q main
GIT_EDITOR='sed -i 1s/^/my-/' git cherry-pick -e t 2>&1; git log -1 --format='%s|%an'; GIT_EDITOR='sed -i 1s/^/un-/' git revert -e HEAD 2>&1; git log -1 --format=%s; git reset -q --hard HEAD~2
GIT_EDITOR='sed -i 1s/^/my-/' git cherry-pick -e main..t >out 2>&1; cat out; git log --format=%s; ls .git | grep -c sequencer; GIT_EDITOR=false git revert -e HEAD 2>/dev/null; echo $?; git status -s
# --- hooks of a rebase
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
git init -q -b main r && cd r; echo 1 > a; git add a; git commit -qm one; git checkout -qb t; echo 2 > b; git add b; git commit -qm two; echo t > a; git commit -qam three; git checkout -q main; echo m > a; git commit -qam m; git checkout -q t
for h in prepare-commit-msg post-commit post-rewrite; do printf '%s\n' '#!/bin/sh' 'echo "$0 [$*] ${GIT_INDEX_FILE##*/r/} $GIT_EDITOR"; case $0 in *rewrite) cat;; *prepare*) head -1 "$1"; [ -z "$FAIL" ];; esac' > .git/hooks/$h; chmod +x .git/hooks/$h; done
FAIL=1 git rebase main 2>&1 | tr '\r' '\n'; cat .git/rebase-merge/git-rebase-todo; git rebase --abort; git status -s
git rebase main >out 2>&1; tr '\r' '\n' <out; echo both > a; git add a; GIT_EDITOR='sed -i 1s/$/-and-more/' git rebase --continue 2>&1 | tr '\r' '\n'; git log --format=%s; git reflog | head -4
git reset -q --hard t@{1}; git rebase -q main >out 2>&1; echo both > a; git add a; GIT_EDITOR=false git rebase --continue 2>&1 | tail -1; git status | head -1
# --- aliases of the shell
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
git init -q -b main r && cd r; mkdir d; echo 1 > d/a; git add .; git commit -qm one
git config alias.where '!pwd; echo "[$GIT_PREFIX] $#"'; git config alias.last '!git log -1 --format=%s'; git config alias.plain '!ls'; git config alias.f '!f() { echo "f: $1 $2"; }; f'; git config alias.fails '!exit 3'; git config alias.via 'where x'; git config alias.in '!cat'
git where a 'b c'; cd d; git where; git via y; git last; git plain; git plain d; git f 1 '2 3' 4; git fails; echo $?; echo text | git in; cd ..; git where -h; git last -h 2>&1 | head -1; git -c alias.x='!echo x' x
# --- show and log without changes
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
git init -q -b main r && cd r; echo 1 > a; git add a; git commit -qm one; git show -q; git show --quiet --format=%s HEAD; git show -q --stat --format=%h; git log -q -p --format=%s; git log --quiet --stat --oneline; git config log.date short; git show -s --format=%ad; git whatchanged -q --format=%s; git diff --quiet HEAD; echo $?
# --- a merge beside each of its parents
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
git init -q -b main r && cd r; echo 1 > a; git add a; git commit -qm one; git checkout -qb t; echo 2 > b; git add b; git commit -qm two; git checkout -q main; echo 3 > c; git add c; git commit -qm three; git merge -q --no-edit t; git commit -q --allow-empty -m four
git show -m HEAD~1; git show -m --stat --oneline HEAD~1; git show -m --format=%h --name-only HEAD~1; git log -m -p --oneline -2; git log -m --format=%s -2; git log -m --stat --abbrev-commit -3 -- b; git log --diff-merges=separate --name-status --format=%s -2; git log -m --first-parent --stat --oneline -2; git log -m -S2 --oneline; git show HEAD~1 --diff-merges=first-parent --stat --format=%s
# --- colours and trailers in formats
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
git init -q -b main r && cd r; git commit -q --allow-empty -F - <<'END'
Title: not a trailer

Text with a colon: here

Reviewed-by: Jo <jo@x>
signed-off-by: Ann <ann@x>
Long: one
  two
   three
Empty:
END
git tag v1; for f in '%C(bold red)a' '%C(#ff8000)a' '%C(blue green bold ul)' '%C(208 17)' '%C(12)' '%C(brightred)' '%C(nobold no-dim)' '%C(reset)%C(reset red)' '%C(normal)' '%C(default blue)' '%C(italic strike blink)' '%Credx%Cresety%Cbluez%Cgreen' '%C(auto)%h%d %s' '%h%d' '%C(auto)%h%C(red)%d' '%C(always,cyan)x' '%C(auto,cyan)x' '%C(BRIGHTBLACK)'; do git log --color=always --format="$f" | sed 's/\x1b/E/g'; git log --format="$f" | sed 's/\x1b/E/g'; done; git log --format='%C(nosuch)' 2>&1; git log --color --format='%C(nosuch)' 2>&1; echo $?; git log --color --format='%C(red blue green)' 2>&1; echo $?
for f in '%(trailers)' '%(trailers:only)' '%(trailers:only=no)' '%(trailers:unfold)' '%(trailers:key=long)' '%(trailers:key=Long,unfold)' '%(trailers:key=reviewed-by,key=Signed-off-by:)' '%(trailers:keyonly)' '%(trailers:valueonly)' '%(trailers:valueonly,separator=%x2C )' '%(trailers:key_value_separator==)' '%(trailers:key=Nosuch)' '%(trailers:separator=;,keyonly)' '%(trailers:nosuch)' '%(trailersx)'; do echo "== $f"; git log --format="$f|"; done
git commit -q --allow-empty --amend -m 'One

Signed-off-by: A <a@x>
no trailer
no trailer
no trailer'; git log --format='[%(trailers)][%(trailers:only)]'; git commit -q --allow-empty --amend -m 'One

Reviewed-by: A <a@x>
no trailer'; git log --format='[%(trailers)]'; git commit -q --allow-empty --amend -m 'Reviewed-by: A <a@x>'; git log --format='[%(trailers)]'
# --- what a push may do to the branch that is checked out there
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
go() { echo "$ $*"; "$@" 2>&1 | sed 's/ *$//'; }
for set in none denyCurrentBranch=warn; do
rm -rf a b; git init -q -b main b; git init -q -b main a; git -C a commit -q --allow-empty -m 1; git -C a push -q ../b HEAD:topic HEAD:tmp HEAD:refs/tags/v1; git -C b update-ref refs/heads/main tmp; git -C b update-ref -d refs/heads/tmp; [ $set = none ] || git -C b config receive.${set%=*} ${set#*=}
echo "== $set"; cd a; git commit -q --allow-empty -m 2; go git push -q ../b main; go git push -q ../b main:topic; git commit -q --amend --allow-empty -m 3; go git push -q -f ../b main:topic; go git push ../b :main; go git push -q ../b :refs/tags/v1; cd ..; git -C b for-each-ref --format='%(refname) %(objectname:short)'; done
# --- what a push may remove and rewrite
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
go() { echo "$ $*"; "$@" 2>&1 | sed 's/ *$//'; }
for set in denyDeletes=true denyNonFastForwards=true denyDeleteCurrent=warn; do
rm -rf a b; git init -q -b main --bare b; git init -q -b main a; git -C a commit -q --allow-empty -m 1; git -C a push -q ../b HEAD:topic HEAD:tmp HEAD:refs/tags/v1; git -C b update-ref refs/heads/main tmp; git -C b update-ref -d refs/heads/tmp; [ $set = none ] || git -C b config receive.${set%=*} ${set#*=}
echo "== $set"; cd a; git commit -q --allow-empty -m 2; go git push -q ../b main; go git push -q ../b main:topic; git commit -q --amend --allow-empty -m 3; go git push -q -f ../b main:topic; go git push ../b :main; go git push -q ../b :refs/tags/v1; cd ..; git -C b for-each-ref --format='%(refname) %(objectname:short)'; done
# --- dates in the zone of the reader
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='1700000000 -0800' GIT_COMMITTER_DATE='1700000000 -0800' HOME=/tmp/case
git init -q -b main r && cd r; git commit -q --allow-empty -m a
for zone in Europe/Berlin UTC0; do export TZ=$zone; for mode in local iso-local iso-strict-local rfc-local short-local raw-local unix-local default-local 'format-local:%Y-%m-%d %H:%M %z|%Z|%s|%c' 'format:%Y-%m-%d %H:%M %z|%Z|%s' format-local format nosuch; do git log -1 --date="$mode" --format="$mode %ad" 2>&1; done; done; git for-each-ref --format='%(authordate:format-local:%H %Z)|%(authordate:iso-local)|%(authordate:local)'
