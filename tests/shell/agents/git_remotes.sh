# push, fetch and pull of repositories that are files.
# --- push: a first one, what is missing, what is there already
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
git init -q --bare -b main hub.git; git init -q -b main a; cd a; echo 1 > f; git add f; git commit -qm one
git push 2>&1; git push origin main 2>&1; git remote add origin ../hub.git; git push 2>&1; git push -u origin main 2>&1; git push 2>&1; git branch -vv
git tag v1; git tag -am noted v2; git push --tags 2>&1; git branch dev; git push origin dev:other HEAD:third 2>&1; git push origin :third 2>&1; git push -d origin other nosuch 2>&1; git push origin nosuch 2>&1; git push origin HEAD~0:foo 2>&1
git ls-remote 2>&1; git ls-remote --heads origin m\*; git -C ../hub.git log --oneline --all; git push nowhere main 2>&1; git push https://example.invalid/x main 2>/dev/null; echo $?
# --- push: rejected, forced, into a work tree
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
git init -q --bare -b main hub.git; git clone -q hub.git a 2>/dev/null; cd a; git checkout -q -B main; git commit -q --allow-empty -m one; git push -q -u origin main; git clone -q ../hub.git ../b; git commit -q --allow-empty -m two; git push 2>&1
cd ../b; git commit -q --allow-empty -m three; git push 2>&1; git fetch 2>&1; git push origin main 2>&1; git push --force-with-lease 2>&1; git push -f 2>&1; git tag t; git push origin t 2>&1; git tag -f t HEAD~1 > /dev/null; git push origin t 2>&1; git push -n -f origin t 2>&1
# --- push: into a work tree, and what the hook says
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
git init -q --bare -b main hub.git; git init -q -b main a; git -C a commit -q --allow-empty -m one; git clone -q a b; cd b; git remote set-url origin ../hub.git; git commit -q --allow-empty -m two
git push ../a main:side 2>&1; git push ../a main 2>&1; printf '#!/bin/sh\necho "pre-push $1"; cat; exit 1\n' > .git/hooks/pre-push; chmod +x .git/hooks/pre-push; git push origin main:new 2>&1; git push --no-verify origin main:new 2>&1; git checkout -q --detach; git push 2>&1
# --- fetch: branches, tags, what is gone
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
git init -q -b main up; cd up; git commit -q --allow-empty -m one; git branch old; git clone -q . ../b; git commit -q --allow-empty -m two; git tag v1; git branch feature; cd ../b
git fetch 2>&1; git fetch 2>&1; cat .git/FETCH_HEAD; git -C ../up branch -qD old; git -C ../up commit -q --amend --allow-empty -m two-again; git fetch -p 2>&1; git branch -r
# --- fetch: what is named
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
git init -q -b main up; cd up; git commit -q --allow-empty -m one; git clone -q . ../b; git commit -q --allow-empty -m two; git tag v1; git branch feature; cd ../b
git fetch origin feature 2>&1; git fetch origin feature:mine 2>&1; git fetch origin nosuch 2>&1; git fetch ../up main 2>&1; git fetch origin main:main 2>&1
# --- fetch: tags that move, other remotes
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
git init -q -b main up; cd up; git commit -q --allow-empty -m one; git tag v1; git clone -q . ../b; git commit -q --allow-empty -m two; git branch feature; cd ../b
git -C ../up tag -f v1 > /dev/null; git fetch --tags 2>&1; git fetch --tags -f 2>&1; git fetch -v 2>&1; git fetch nope 2>&1; git log --oneline origin/main
git remote add -f more ../up 2>&1; git remote -v; git fetch --all 2>&1; git remote set-head origin -a; git -C ../up branch -qD feature; git remote prune origin
# --- pull: forward, diverged, merged, rebased
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
git init -q -b main up; cd up; echo 1 > f; git add f; git commit -qm one; git clone -q . ../b; echo 2 > f; git commit -qam two; cd ../b; git pull 2>&1; git pull
echo x > x; git add x; git commit -qm x; echo 3 > ../up/f; git -C ../up commit -qam three; git pull 2>&1; git pull --ff-only 2>&1; git pull --no-rebase 2>&1; git log --oneline --graph; git reset -q --hard HEAD~1
# --- pull: with a rebase
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
git init -q -b main up; cd up; echo 1 > f; git add f; git commit -qm one; git clone -q . ../b; cd ../b; echo x > x; git add x; git commit -qm x; echo 3 > ../up/f; git -C ../up commit -qam three
git pull -q --rebase 2>&1; git log --oneline; git reflog -3 | cut -d' ' -f2-; echo dirty > x; echo 4 > ../up/f; git -C ../up commit -qam four; git pull --rebase 2>&1; git checkout -q x; git pull origin main --rebase -q 2>&1; cat f
# --- pull: conflicts, and what cannot be pulled
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
git init -q -b main up; cd up; echo 1 > f; git add f; git commit -qm one; git clone -q . ../b; cd ../b
git checkout -q -b alone; git pull 2>&1; git pull origin nosuch 2>&1; echo mine > f; git commit -qam mine; echo theirs > ../up/f; git -C ../up commit -qam theirs; git pull --no-rebase origin main 2>&1; echo $?; git status -s; git merge --abort; git checkout -q --detach; git pull 2>&1
