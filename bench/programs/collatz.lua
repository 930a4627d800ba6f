local best, best_length = 0, 0
for start = 1, 44999 do
  local n, length = start, 1
  while n ~= 1 do
    if n % 2 == 1 then n = 3 * n + 1 else n = math.floor(n / 2) end
    length = length + 1
  end
  if length > best_length then best, best_length = start, length end
end
print(best .. " " .. best_length)
