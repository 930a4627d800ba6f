# --- names that come and go
printf '1\n2\n' > a; printf 'x\ny\n' > b
timeout 1.5 tail -n1 -f a b & sleep .3; echo A >> a; sleep .3; echo B >> b; sleep .3; echo B2 >> b; wait $!
timeout 1 tail -f m2; echo $?; timeout 1 tail --follow=name m2; echo $?
timeout 1.5 tail -F a & sleep .5; echo q > c; mv c a; wait $!
# --- files that become shorter, a process that ends, wrong words
printf '1\n2\n' > a
timeout 1.5 tail -f a & sleep .5; : > a; sleep .3; echo 7 > a; wait $!
sleep .3 & timeout 2 tail -f --pid=$! a; echo $?
tail --pid=1 a; tail --retry a; tail -f --pid=x a; echo $?; timeout 2 tail --follow=foo a; echo $?
tail --follow=descriptor --pid=999999 a; echo $?; timeout 1 tail -F - < a; echo $?
