# Hooks and editors of git.
# --- hooks of a commit, with what each of them gets
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
git init -q -b main r && cd r
for h in pre-commit prepare-commit-msg commit-msg post-commit post-rewrite; do printf '%s\n' '#!/bin/sh' 'echo "$0 [$*] ${PWD##*/} ${GIT_INDEX_FILE##*/r/} $GIT_EDITOR $GIT_AUTHOR_NAME $GIT_PREFIX" | sed s/next-index-[0-9]*/next-index-N/' 'case $0 in *rewrite) sed "s/^/read: /";; esac' > .git/hooks/$h; chmod +x .git/hooks/$h; done
echo 1 > a; mkdir d; git add a; git commit -m one 2>&1
echo 2 > a; (cd d && git commit -am two 2>&1); git status -s
echo 3 > a; echo b > b; git add b; git commit -m three a 2>&1; git status -s; git commit -q --amend -m 'three and b' 2>&1
git commit -q --amend --no-edit 2>&1; echo 4 > a; git commit -nqam four 2>&1; ls .git | grep -c lock
# --- a hook refuses, and the index stays as it was
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
git init -q -b main r && cd r; echo 1 > a; git add a; git commit -qm one
printf '#!/bin/sh\necho no; exit 3\n' > .git/hooks/pre-commit; echo 2 > a; git commit -qam two 2>&1; echo "ignored: $?"
chmod +x .git/hooks/pre-commit; echo 3 > a; git commit -qam three 2>&1; echo "refused: $?"; git status -s; ls .git | grep lock; git commit -qam three --no-verify; echo $?
printf '#!/bin/nosuch\n' > .git/hooks/pre-commit; git commit -q --allow-empty -m x 2>&1; echo $?
printf 'echo plain; exit 1\n' > .git/hooks/pre-commit; git commit -q --allow-empty -m x 2>&1; echo $?; rm .git/hooks/pre-commit
printf '#!/bin/sh\ngrep -q "^JIRA-" "$1" || { echo "no ticket" >&2; exit 1; }\n' > .git/hooks/commit-msg; chmod +x .git/hooks/commit-msg
git commit -q --allow-empty -m 'no number' 2>&1; echo $?; git commit -q --allow-empty -m 'JIRA-1 fine'; git log --format=%s
git config advice.ignoredHook false; chmod -x .git/hooks/commit-msg; git commit -q --allow-empty -m quiet 2>&1; echo $?
# --- hooks that change the message and what is committed
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
git init -q -b main r && cd r; echo 1 > a; git add a; git commit -qm one
printf '#!/bin/sh\nsed -i "s/^/[${2:-none}] /" "$1"\n' > .git/hooks/prepare-commit-msg; printf '#!/bin/sh\ndate -u -d @0 +%%Y > stamp; git add stamp; git diff --cached --name-only\n' > .git/hooks/pre-commit; chmod +x .git/hooks/*
echo 2 > a; git commit -qam two 2>&1; git show --stat --format=%s; git status -s
rm stamp; git rm -q --cached stamp; echo x > x; git add x; echo 3 > a; git commit -qm three a 2>&1; git show --stat --format=%s; git status -s
mkdir hooks; printf '#!/bin/sh\necho mine $0\n' > hooks/post-commit; chmod +x hooks/post-commit; git config core.hooksPath hooks; git commit -q --allow-empty -m four 2>&1; git log -1 --format=%s
# --- merges, checkouts and rebases
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
git init -q -b main r && cd r; echo 1 > a; git add a; git commit -qm one; git checkout -qb t; echo t > t; git add t; git commit -qm t; git checkout -q main; echo m > m; git add m; git commit -qm m
for h in pre-merge-commit prepare-commit-msg commit-msg post-merge post-checkout; do printf '%s\n' '#!/bin/sh' 'echo "$0 [$*] ${GIT_INDEX_FILE##*/r/} $GIT_EDITOR $GIT_REFLOG_ACTION"' > .git/hooks/$h; chmod +x .git/hooks/$h; done
git merge --no-edit t 2>&1; git merge --no-edit t; git checkout -b u HEAD~1 2>&1; git checkout -- a 2>&1; git restore a 2>&1; git switch -q main 2>&1; git merge -q --squash u 2>&1; git checkout -q u 2>&1; git merge main 2>&1
printf '#!/bin/sh\necho stop; exit 1\n' > .git/hooks/pre-merge-commit; git checkout -q main; git checkout -qb v HEAD~1; echo v > v; git add v; git commit -qm v; git merge main 2>&1; echo $?; git status -s; rm .git/hooks/pre-merge-commit; git commit --no-edit 2>&1
# --- a rebase that a hook refuses, and what others hear of it
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
git init -q -b main r && cd r; echo 1 > a; git add a; git commit -qm one; git checkout -qb w; echo w > w; git add w; git commit -qm w; git checkout -q main; echo m > m; git add m; git commit -qm m; git checkout -q w
rm -f .git/hooks/*; printf '#!/bin/sh\necho "$0 [$*]"; exit 1\n' > .git/hooks/pre-rebase; chmod +x .git/hooks/pre-rebase; git rebase main 2>&1; echo $?; git rebase main w 2>&1; git rebase -q --no-verify main; echo $?
printf '#!/bin/sh\nexit 7\n' > .git/hooks/post-checkout; chmod +x .git/hooks/post-checkout; git checkout -q main; echo $?; git branch --show-current
printf '#!/bin/sh\nsed "s/^/$1 /"\n' > .git/hooks/post-rewrite; chmod +x .git/hooks/post-rewrite; rm .git/hooks/post-checkout; git checkout -q -b z main~1; echo z > z; git add z; git commit -qm z; git rebase -q --no-verify main 2>&1 | tail -1
# --- editors
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
git init -q -b main r && cd r; echo 1 > a; git add a
GIT_EDITOR='echo written >' git commit -q; git log -1 --format=%B; GIT_EDITOR='sed -i s/written/again/' git commit -q --amend; git log -1 --format=%s
GIT_EDITOR=false git commit --amend -q 2>&1; echo $?; git -c core.editor='printf "# nothing\n" >' commit -q --allow-empty 2>&1; echo $?; EDITOR=: git commit --amend -q; git log --format=%s
