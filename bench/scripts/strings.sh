# Parameter expansions and patterns.
s=0
for ((i = 0; i < 12000; i++)); do
  path=/usr/local/share/file$i.tar.gz
  base=${path##*/} stem=${path##*/}; stem=${stem%%.*}
  up=${stem^^} part=${base:2:4} re=${path//\//:}
  case $base in *7.tar.gz) ((s++)) ;; file1*) ((s += 2)) ;; esac
  [[ $up == FILE*5 && $part =~ ^le[0-9]+ ]] && ((s += ${#re}))
done
echo $s
