# bats file_tags=all
# bats test_tags=slow, network:http
@test "slow one" { [ "${#BATS_TEST_TAGS[@]}" -eq 3 ]; }
# bats test_tags=fast
@test "fast one" { [ "${BATS_TEST_TAGS[*]}" = "all fast" ]; }
@test "no tags but the file's" { true; }
