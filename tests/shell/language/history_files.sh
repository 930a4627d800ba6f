# --- written, appended, read
HISTFILE=h; set -o history
echo a
history -a
cat h
echo c
history -a; cat h
history -w; cat h
history -c; history -r; history
history -w other; cat other; history -r other; history | tail -2
# --- at the end of the script
bash -c $'HISTFILE=h; set -o history\necho a\necho b'; cat h; bash -c $'HISTFILE=h; set -o history\nhistory\necho c'; cat h; bash -c $'HISTFILE=h; set -o history\nset +o history'; cat h; bash -c $'HISTFILE=h; history -s not'; cat h
# --- lines of others
HISTFILE=h; printf 'one\ntwo\n' > h; set -o history
history
printf 'three\nfour\n' >> h
history -n
history
# --- HISTFILESIZE
printf '%s\n' 1 2 3 4 5 > h; HISTFILE=h; HISTFILESIZE=3; cat h; HISTFILESIZE=x; HISTFILESIZE=-1; cat h; HISTFILESIZE=0; wc -c < h
# --- HISTFILESIZE at the end
bash -c $'HISTFILE=h; HISTFILESIZE=2; set -o history\necho 1\necho 2\necho 3'; cat h
# --- HISTSIZE at the end
bash -c $'HISTFILE=h; HISTSIZE=2; set -o history\necho 1\necho 2\necho 3'; cat h; printf 'x\ny\n' > h; bash -c $'HISTFILE=h; HISTSIZE=2; HISTFILESIZE=100; shopt -s histappend; set -o history\necho 1\necho 2\necho 3'; cat h
# --- times
printf '#123\none\ntwo\n#456\nthree\n' > h; history -r h; history; HISTTIMEFORMAT='%s '; history -c; history -r h; history; history -w h2; cat h2; unset HISTTIMEFORMAT; history -w h2; cat h2
# --- times count as no lines
printf '#1\none\n#2\ntwo\n#3\nthree\n' > h; HISTFILE=h; HISTFILESIZE=2; cat h
# --- what is not there
history -s a; history -r none; echo $?; history -n none; echo $?; history -w /none/x; echo $?; history -r .; echo $?; history -w .; echo $?
export HOME=$PWD; unset HISTFILE; history -w; echo $?; history -r; echo $?; cat .history; HISTFILE=; history -w; echo $?; history -w ""; echo $?; HISTFILE=/dev/null; history -w; echo $?; history -r; echo $?
# --- half a line, empty lines, carriage returns
printf 'a\n\nb\r\nc' > h; history -r h; history
# --- its mode
HISTFILE=h; history -s a; history -w; stat -c %a h
