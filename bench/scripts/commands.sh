# Short external commands, one after the other.
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  echo "b a c $i" | tr ' ' '\n' | sort | head -2 > /dev/null
  cat /dev/null
  x=$(basename /a/b/c$i)
  y=$(echo $i | sed 's/^/n/')
  expr $i + 1 > /dev/null
done
echo $x $y
