# --- lists
fc -l; echo $?; history -s "echo one"; history -s "echo two"; history -s "ls x"; fc -l; fc -l 1; fc -l 2 1; fc -ln 1; fc -lr 1; fc -l ec; fc -l ech ls; fc -nl 2 2
# --- numbers
history -s "echo one"; history -s "echo two"; history -s "ls x"; fc -l 0; fc -l -1; fc -l -2 -1; fc -l 1 99; fc -l 99; fc -l -99; fc -l -2
# --- what is not there
history -s "echo one"; history -s two; fc -l zz; echo $?; fc -l 1 zz; echo $?; fc -s zz; echo $?; fc -x; echo $?; fc -e; echo $?
# --- sixteen at most
for i in {1..20}; do history -s "c $i"; done; fc -l; fc -lr | head -2; set -o posix; fc -l -1
# --- the list of a script
set -o history
echo a
echo b
fc -l
fc -l -1
fc -l echo
# --- once more
set -o history
echo one
echo two
fc -s
fc -s one
fc -s one=1 ech
fc -s o=0 t=T echo
history
# --- once more without a list
fc -s; echo $?; history -s "echo one"; history -s "echo two"; fc -s -1; fc -e - one=3 one; echo $?; history
# --- an editor
set -o history
echo one
echo two
fc -e true
fc -e "sed -i s/one/1/" 1
FCEDIT="sed -i s/two/2/" fc two
EDITOR=cat fc 1 2
history
# --- an editor that fails
set -o history
echo one
fc -e false
echo $?
fc -e "nothing_of_this_name" 2>/dev/null
echo $?
ls /tmp/bash-fc* 2>/dev/null
history
# --- an editor and several lines
set -o history
for i in 1 2
do echo $i
done
fc -e "sed -i s/echo/printf/"
# --- edited commands are remembered
history -s "echo one"; history -s "echo two"; fc -e true; echo $?; history
