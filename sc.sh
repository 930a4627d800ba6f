mapfile -t a <<< x; mapfile -O 1+ a <<< x;  echo same
echo after $n
