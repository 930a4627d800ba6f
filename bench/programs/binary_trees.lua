local function make(depth)
  if depth == 0 then return {false, false} end
  return {make(depth - 1), make(depth - 1)}
end
local function check(tree)
  return tree[1] and 1 + check(tree[1]) + check(tree[2]) or 1
end
local total, kept = 0, make(16)
for depth = 4, 15, 2 do
  for _ = 1, math.floor(2 ^ (16 - depth)) do total = total + check(make(depth)) end
end
print(total + check(kept))
