# --- passwd and group
getent passwd root; echo $?
getent passwd 0 nobody 65534; echo $?
getent passwd root nope nobody; echo $?
getent passwd nope; echo $?
getent passwd ''; echo $?
getent passwd ROOT 99999; echo $?
getent passwd | head -n 1
getent passwd | grep -c '^root:'
getent group root 0; echo $?
getent group nope; echo $?
getent group | head -n 1
getent -s files passwd root
getent passwd root | cut -d: -f6
getent passwd nope > /dev/null || echo none
# --- hosts
getent hosts localhost; echo $?
getent hosts LOCALHOST 127.0.0.1; echo $?
getent hosts nope.invalid; echo $?
getent hosts 10.9.9.9; echo $?
getent hosts | head -n 1
getent ahosts localhost; echo $?
getent ahosts 127.0.0.1
getent ahostsv4 localhost
getent ahosts nope.invalid; echo $?
getent ahosts | head -n 1
# --- databases that have nothing
getent aliases; echo $?
getent aliases x; echo $?
getent netgroup; echo $?
getent netgroup x; echo $?
getent ethers; echo $?
# --- mistakes
getent; echo $?
getent nope x; echo $?
getent --nope; echo $?
getent -s; echo $?
getent passwd -1; echo $?
