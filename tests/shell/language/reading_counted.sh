read -n 3 x <<< abcdef; echo "$x"; read -n 3 x <<< éàüö; echo "$x"; read -N 3 x <<< éàüö; echo "$x"; read -N 9 x <<< abc; echo $? "$x"
# ---
{ read -n 2 x; cat; } <<< héllo; echo "$x"
# ---
read -n 5 x <<< $'ab\ncd'; echo "$x"; read -N 5 x <<< $'ab\ncd'; echo "$x"; read -n 4 x y <<< "a b c"; echo "$x|$y"
