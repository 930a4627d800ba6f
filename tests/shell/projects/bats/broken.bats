@test "not closed" {
  echo "x
}
