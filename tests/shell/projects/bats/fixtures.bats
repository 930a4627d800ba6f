setup() {
  cd "$BATS_TEST_TMPDIR" || return
  printf '%s\n' b a > list
}
@test "a script is run" {
  printf '#!/bin/bash\necho "args: $*"\nexit 2\n' > script
  chmod +x script
  run ./script x 'y z'
  [ "$status" -eq 2 ]
  [ "$output" = "args: x y z" ]
}
@test "files are changed" {
  sort -o list list
  run head -n 1 list
  [ "$output" = a ]
  [ ! -e script ]
}
@test "a function stands in place of a command" {
  date() { echo "today"; }
  export -f date
  run bash -c 'date'
  [ "$output" = today ]
}
@test "a command is found on PATH first" {
  mkdir bin; printf '#!/bin/sh\necho mine\n' > bin/ls; chmod +x bin/ls
  PATH="$PWD/bin:$PATH" run ls
  [ "$output" = mine ]
}
