# Each test fails in another way.
load helper

teardown() { echo "teardown of $BATS_TEST_NUMBER"; }

@test "a command fails" {
  echo "before"
  false
  echo "never"
}
@test "a comparison fails" { run echo x; [ "$output" = y ]; }
@test "a comparison in double brackets fails" {
  run echo 'some output'
  [[ "$output" == other ]]
}
@test "a function fails in its middle" {
  inner() {
    true
    helper_exit 5
  }
  outer() {
    inner
  }
  outer
}
@test "an unset variable" {
  set -u
  echo "$no_such_variable_here"
}
@test "a wanted status is another one" { run -2 true; }
@test "arithmetic fails" { (( 1 > 2 )); }
@test "it ends with exit" { exit 3; }
@test "a pipeline fails" { set -o pipefail; echo x | grep -q y; }
@test "an unknown command" { no_such_command_of_bats; }
@test "a subshell fails" { ( exit 9 ); }
@test "passes" { ! false || true; }
@test "two lines of a command" {
  grep -q nothing \
    /dev/null
}
@test "output with tabs, <angles> & ampersands" { printf 'a\tb <c> & "d"\n'; return 1; }
