# --- what complete is told, it shows
complete -F _f foo bar; echo $?
complete -W "one two" -o nospace baz
complete -p; echo $?
complete -p foo nosuch; echo $?
complete
complete -r foo nosuch; echo $?
complete -p
complete -r; complete -p; echo $?
# --- all that it takes
complete -abc -X '!*.c' -P "it's" -S ' x' -G '*.h' -C "my cmd" -o default -o filenames -o bashdefault -o dirnames -o plusdirs -o noquote -o nosort -o nospace qq; complete -p qq
complete -A arrayvar -A binding -A function -A helptopic -A hostname -A setopt -A shopt -A signal -A stopped -A running -A disabled -A enabled -u -v -k -j -g -e -d -f -s rr; complete -p rr
complete -A file -f -A directory -d zz; complete -p zz
complete -o nospace -o nospace zz; complete -p zz
complete -W "a b" -- -x 'a b' 'c$d'; complete -p 'a b' 'c$d' -- -x
# --- commands that are not named
complete -D -F _f; complete -E -W x; complete -I -A user; complete -p
complete -pD; complete -rD; complete -p -D; echo $?
complete -D -W x foo; complete -p foo; echo $?
complete -r -DE; complete -pE
# --- many, in bash's order
for i in a b c d e f g h i j k l m n o p git docker make ssh cd; do complete -W "$i" $i; done; complete -p
complete -p | wc -l
( complete -W sub sub; complete -p sub ); complete -p sub
f() { complete -W local inner; }; f; complete -p inner
# --- what is wrong with its words
complete -o bad x; echo $?
complete -A bad x; echo $?
complete -F _f; echo $?
complete -F 'a b' x; echo $?
complete -x; echo $?
complete -p -r nosuch; echo $?
compgen -o bad; echo $?
compgen -A bad; echo $?
# --- compopt changes one
complete -F _f -o nosort qq
compopt -o nospace; echo $?
compopt -o nospace qq; complete -p qq
compopt +o nosort -o plusdirs qq; complete -p qq
compopt qq; echo $?
compopt nosuch; echo $?
compopt -D -o nospace; echo $?
compopt -o bad qq; echo $?
compopt -x qq; echo $?
compopt -o; echo $?
complete -E -W a; compopt -E -o nospace; complete -p; compopt -E
# --- compgen asks a function
_f() { echo "$# $1|$2|$3 line=$COMP_LINE point=$COMP_POINT type=$COMP_TYPE key=$COMP_KEY cword=$COMP_CWORD words=${COMP_WORDS[*]-unset}"; COMPREPLY=(apple avocado "b c" "$2x"); return 3; }
compgen -F _f a; echo $?
compgen -F _f; echo $?
compgen -F _f -W "aa bb" a; echo $?
compgen -F _f -P p- -S -s -X 'av*' a; echo $?
echo "${COMPREPLY[@]}|${COMP_CWORD-unset}"
compgen -F nosuch a; echo $?
# --- functions as people write them
_names() { COMPREPLY=($(compgen -W "alpha beta" -- "$2")); }
compgen -F _names al 2>/dev/null; echo $?
compgen -F _names 2>/dev/null; echo $?
compgen -F _names zzz 2>/dev/null; echo $?
_one() { COMPREPLY=x; }; compgen -F _one x; echo $?
_none() { COMPREPLY=(); }; compgen -F _none x; echo $?
_again() { return 124; }; compgen -F _again x; echo $?
list=$(compgen -F _names "" 2>/dev/null); echo "$list"
mapfile -t all < <(compgen -F _names b 2>/dev/null); echo "${#all[@]} ${all[0]}"
# --- compgen asks a command
compgen -C 'echo hi; echo' a; echo $?
compgen -C 'printf "%s\n" x$COMP_LINE' a; echo $?
compgen -C false x; echo $?
compgen -P '>' -S '<' -C 'echo a b; echo' x 2>/dev/null; echo $?
# --- folders where nothing else is found
mkdir da db; touch fa
compgen -o dirnames z; echo $?
compgen -o dirnames d | sort
compgen -o dirnames -W "d1 e" d | sort
compgen -o plusdirs -W "d1 e" d | sort
compgen -o default f; echo $?
compgen -o bashdefault f; echo $?
# --- compgen -W runs commands
f() { printf '%s\n' one two 'th*ee' "'four" "$1"; }
compgen -W '$(f five)' -- t
compgen -W 'tail $(f six) `echo tick` to'; echo $?
g() { compgen -W '$(f "$1")' -- s; }; g seven
compgen -W '$(echo "a b")' -P '<' -S '>'
compgen -W '$(false)'; echo $?
compgen -W '$(echo x) y' -X 'x' -- ; IFS=:; compgen -W '$(echo a:b c)'
x=$(compgen -W '$(f)' -- o); echo "$x"
compgen -A function -W '$(echo gamma)' -- g
# --- compgen: names of signals
compgen -A signal | paste -sd' '
compgen -A signal SIGU
