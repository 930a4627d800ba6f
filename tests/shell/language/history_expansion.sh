# --- events
history -s "echo one two three"; history -s "ls -l /a/b/c.tar.gz"; set -o history -o histexpand
echo !!
echo !1
echo !-2 !ec !?two?
echo !?two
echo !ls !#x
history
# --- words
history -s "echo one 'two 2' three"; history -s "cmd -a b;c >d"; set -o history -H
echo !^ !$ !:2 !* !1:1-2 !ec:2* !?two?:% x!!:-1 y
echo !1:0 !1:1- !1:2-$ !1:^ !1:-2 !1:* !1$ !1^ !2:3-6
echo !2:6*
echo !2:7*
echo !1:%
history
# --- modifiers
history -s "ls -l /a/b/c.tar.gz"; history -s "echo one two one 'q q'"; set -o history -H
echo !ls:t !ls:h !ls:$:r !ls:$:e !ls:$:t:r
echo !1:2:h:t !1:x
echo !ec:q
echo !ec:s/one/1/ !ec:gs/one/1/ !ec:s/one/<&>/ !ec:s/one/\&/ !ec:s;two;2;
echo !ec:Gs/o/0/ !ec:& !ec:g&
echo !ec:s/o/0/:s/n/N/
echo !ec:s/one
history
# --- :p shows and does not run
history -s "echo one"; set -o history -H
!echo:p
!!:p:s/one/two/
echo !$:p
history
# --- quick substitutions
set -o history -H
echo one two
^one^1
^two^2^ three
^1^
^nothing^x
history
# --- what is not there
history -s "echo one"; set -o history -H
echo !nope
echo !99
echo !-99
echo !1:9
echo !1:s/q/r/
echo !1:z
echo !?q?
echo !:&
echo after
history
# --- quotes
history -s "echo one"; set -o history -H
echo '!e' "!e" "!" ! \! "\!e" $'!e' '!e'"!e"
echo '
!e'
echo "
!e"
cat <<X
!e
X
echo `echo !e` $(echo !e) "$(echo '!e')"
history
# --- what the shell means
history -s "echo one"; set -o history -H
echo [!a] ${!HOME*} $! a!=b !=c ! "a!" a! # !e
x=1; [[ ! a ]] ; ! false && echo ok
echo ${!x} && echo !1
shopt -s extglob; case b in !(a)) echo ext;; esac
history
# --- histchars
histchars='@%+'; history -s "echo one"; set -o history -H
echo @@ !!
%one%two
echo a +@e
histchars='@'
echo @1 !1
unset histchars
echo !1
# --- off and on
set -o history
echo !!
set -H
echo !!
set +H
echo !!
shopt -s histverify
set -H
echo !!
echo still
# --- lines of one command do not see each other
history -s "echo one"; set -o history -H
for i in 1 2
do echo !!
done
echo a \
!!
# --- empty lists
set -o history -H
history -c; history -d 1
!!
!x
^a^b
# --- the last search and the last substitution
history -s "echo one two"; history -s "echo three"; set -o history -H
echo !?on?:%
echo !??:%
echo !1:s/one/1/
echo !1:&
echo !1:s//x/
# --- operators are words
history -s 'a|b&&c>x 2>&1 <(: e) $(f g) `h i` "j k"l ;m<<<n (o)'; set -o history -H
: !:0 !:1 !1:2
echo '!1:1-4 x'
echo !1:5-9
echo !1:10-12
