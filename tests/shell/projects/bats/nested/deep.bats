@test "deep" { [ "${SUITE_VALUE:-7}" = 7 ]; }
