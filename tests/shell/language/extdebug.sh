# --- arguments of calls
shopt -s extdebug; f() { echo "${BASH_ARGC[@]} / ${BASH_ARGV[@]}"; g x "y y" z; }; g() { echo "${BASH_ARGC[@]} / ${BASH_ARGV[@]}"; shift; echo "$* ${BASH_ARGV[@]}"; }; f a b; echo "${BASH_ARGC[@]} / ${BASH_ARGV[@]}"
# --- without extdebug they are those of the script
set -- p q; echo "${BASH_ARGC[@]} / ${BASH_ARGV[@]}"; f() { echo "${BASH_ARGC[@]} / ${BASH_ARGV[@]}"; }; f a b; set -- r; echo "${BASH_ARGC[@]} / ${BASH_ARGV[@]}"
# --- nobody asked outside of a function
set -- p q; f() { echo "${BASH_ARGC[@]} / ${BASH_ARGV[@]}"; }; f a b; echo "${#BASH_ARGV[@]}"
# --- arguments of sourced files
shopt -s extdebug; echo 'echo "${BASH_ARGC[@]} / ${BASH_ARGV[@]} / $*"' > s; . ./s m n; . ./s; f() { . ./s k; }; f 1 2
# --- a command that is not run
shopt -s extdebug; t() { [[ $BASH_COMMAND != *skip* ]]; }; trap t DEBUG; echo one; echo skip me; echo two; x=skip; echo $?; trap - DEBUG; echo "x=$x"
# --- loops, cases, tests
shopt -s extdebug; trap '[[ $BASH_COMMAND != "echo 2" ]]' DEBUG; for i in 1 2 3; do echo $i; done; case x in x) echo 2;; esac; ((1)); [[ a ]]; echo 2 && echo y || echo n
# --- compound commands are not run
shopt -s extdebug; trap '[[ $BASH_COMMAND != *no* ]]' DEBUG; case no in no) echo c;; esac; for no in 1 2; do echo f; done; [[ no == x ]]; echo $?; (( no = 5 )); echo "$((no + 0))" 2>&1 | cat
# --- a function that returns
shopt -s extdebug; f() { echo in; echo now; echo after; }; d() { [[ $BASH_COMMAND == *now* ]] && return 2; return 0; }; trap d DEBUG; f; echo "f=$?"
# --- a sourced file that returns
shopt -s extdebug; printf 'echo s1\necho now\necho s3\n' > s; d() { [[ $BASH_COMMAND == *now* ]] && return 2; return 0; }; trap d DEBUG; . ./s; echo done
# --- where functions are
f() { :; }
g() {
 :
}
declare -F f g; shopt -s extdebug; declare -F f g; declare -F; declare -F nope; echo $?
# --- where functions of a file are
printf '\nh() { :; }\n' > s; . ./s; shopt -s extdebug; declare -F h
# --- traps go into functions
shopt -s extdebug; set -o | grep -E '(err|func)trace'; shopt -u extdebug; set -o | grep -E '(err|func)trace'
