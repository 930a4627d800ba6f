#!/usr/bin/env bats
# What bats gives to tests, in tests that pass.
bats_require_minimum_version 1.5.0
load helper

setup_file() {
  export FROM_SETUP_FILE="set in $BATS_TEST_FILENAME"
  echo "data" > "$BATS_FILE_TMPDIR/shared"
}
teardown_file() { rm "$BATS_FILE_TMPDIR/shared"; }
setup() { counter=0; }
teardown() { [ -n "$BATS_TEST_NAME" ]; }

@test "first: run keeps status, output and lines" {
  run printf 'one\ntwo words\n\nfour\n'
  [ "$status" -eq 0 ]
  [ "${#lines[@]}" -eq 3 ]
  [ "${lines[1]}" = 'two words' ]
  [[ "$output" == *four ]]
}

@test "second: run --keep-empty-lines" {
  run --keep-empty-lines printf 'one\n\nthree\n'
  [ "${#lines[@]}" -eq 4 ]
  [ "${lines[2]}" = three ]
}

@test "third: statuses that are wanted" {
  run -3 helper_exit 3
  run ! false
  run -127 no_such_command_of_bats
  run -0 true
}

@test "fourth: standard error by itself" {
  run --separate-stderr helper_both
  [ "$output" = out ]
  [ "$stderr" = err ]
  [ "${#stderr_lines[@]}" -eq 1 ]
}

@test "fifth: functions that are loaded, with a pipe in run" {
  run helper_pipe "b a c"
  [ "$output" = "a b c" ]
  run bash -c 'echo piped | tr a-z A-Z'
  [ "$output" = PIPED ]
}

@test "sixth: variables and folders of bats" {
  [ -d "$BATS_TEST_TMPDIR" ] && [ -d "$BATS_FILE_TMPDIR" ] && [ -d "$BATS_SUITE_TMPDIR" ] && [ -d "$BATS_RUN_TMPDIR" ]
  [ "$(cat "$BATS_FILE_TMPDIR/shared")" = data ]
  [[ "$FROM_SETUP_FILE" == *passing.bats ]]
  [ "$BATS_TEST_NUMBER" -ge 1 ]
  [ "$BATS_TEST_DESCRIPTION" = "sixth: variables and folders of bats" ]
  [ "${BATS_TEST_NAMES[0]}" = "test_first-3a_run_keeps_status-2c_output_and_lines" ]
  echo "# told to the formatter" >&3
}

@test "seventh: IFS, options and traps are the test's own" {
  local IFS=:
  set -- a:b
  [ "$(printf '%s\n' $1 | wc -l)" -eq 2 ]
  set -u
  [[ $- == *e* ]]
}

@test "eighth: skipped" { skip "because it is so"; false; }
@test "ninth: skipped without a reason" { skip; }

@test 'tenth: quotes "in" $names `and` more' {
  (( counter++ )) || true
  [ "$counter" -eq 1 ]
}

function eleventh_as_a_function { #@test
  true
}

@test "twelfth: bats_pipe's older brother, a here-document" {
  run cat <<TEXT
a here-document
TEXT
  [ "$output" = "a here-document" ]
}
