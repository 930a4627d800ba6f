@test "traced" {
  name=value
  [ "$name" = value ]
  for i in 1 2; do
    echo "$i"
  done
  [ "$i" -eq 3 ]
}
