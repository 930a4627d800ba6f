# What git refuses by name, where an option that is passed over would do harm.
# --- options of fetch, ls-remote and push
# bash: the real one has them, or says that there is nothing to do
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
git init -q -b main a; cd a; git commit -q --allow-empty -m one; git clone -q . ../b; cd ../b
for o in --atomic --unshallow --upload-pack=x --depth=1; do git fetch $o origin 2>&1; echo "$o $?"; done
for o in --sort=refname --upload-pack=x; do git ls-remote $o origin 2>&1; echo "$o $?"; done
for o in --force-if-includes --receive-pack=x --prune --signed --push-option=x; do git push $o origin main:new 2>&1; echo "$o $?"; done; git -C ../a branch
# --- strategies of merge, and a push that would change files there
# bash: the real one has them
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
git init -q -b main a; cd a; git commit -q --allow-empty -m one; git clone -q . ../b; git config receive.denyCurrentBranch updateInstead; cd ../b; git commit -q --allow-empty -m two
git push origin main 2>&1; echo $?; git -C ../a log --format=%s; git checkout -qb t HEAD~1; git commit -q --allow-empty -m t; git merge -s resolve main 2>&1; echo $?; git merge -Xpatience main 2>&1; echo $?; git log -1 --format=%s
# --- what rebase and merge would have to do otherwise
# bash: the real one has them
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@x GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' HOME=/tmp/case
git init -q -b main a; cd a; git commit -q --allow-empty -m one; git checkout -qb t; git commit -q --allow-empty -m two
for o in --update-refs --committer-date-is-author-date --fork-point --empty=keep -sours; do git rebase $o main 2>&1; echo "$o $?"; done
for o in --no-update-refs --no-fork-point --empty=drop -sort --strategy=recursive; do git rebase -q $o main 2>&1; echo "$o $?"; done
git merge --verify-signatures main 2>&1; echo $?; git merge -q --no-verify-signatures main; echo $?
