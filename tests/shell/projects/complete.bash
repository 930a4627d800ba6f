# Completes the words given as a user's Tab would, by the functions of bash-completion, and says what they offer.
# Without a terminal: COMP_* are set by hand, the function of `complete -p` is called.
BASH_COMPLETION_USER_DIR=/nowhere
top=$PWD/bash-completion
BASH_COMPLETION_COMPAT_DIR=$PWD/none
. "$top/bash_completion"
if [[ ${1-} == --sources ]]; then
  # Every completion file is read. (What it registers depends on what is installed.)
  for file in "$top"/completions/*; do
    # (gcc's completes what compilers are installed; that of osslsigncode calls bind, which warns where there is no line editing.)
    [[ -f $file && ! -L $file && ${file##*/} != @(gcc|osslsigncode.bash) ]] || continue
    ( . "$file" > out 2>&1; echo "${file##*/} $? $(wc -l < out)" )
  done
  rm -f out
  exit
fi
cd files || exit
COMP_WORDS=("$@")
COMP_CWORD=$(( $# - 1 ))
COMP_LINE="$*"
COMP_POINT=${#COMP_LINE}
COMP_TYPE=9 COMP_KEY=9
command=$1 current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
if [[ -f ../help/$command ]]; then
  eval "$command() { if [[ \${1-} == --help ]]; then cat '$PWD/../help/$command'; else command $command \"\$@\"; fi; }"
fi
complete -p "$command" > /dev/null 2>&1 || { _completion_loader "$command"; echo "loader $?"; }
spec=$(complete -p "$command" 2> /dev/null) || { echo "no specification"; exit; }
echo "$spec"
[[ $spec =~ -F\ ([^ ]+) ]] || { compgen ${spec% *} -- "$current"; exit; }
compopt() { printf 'compopt %s\n' "$*"; } # only known while a completion runs
COMPREPLY=()
"${BASH_REMATCH[1]}" "$command" "$current" "$previous"
echo "status $?"
(( ${#COMPREPLY[@]} == 0 )) || printf '%s\n' "${COMPREPLY[@]}" | sort
