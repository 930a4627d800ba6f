local function a(i, j) return 1.0 / ((i + j) * (i + j + 1) / 2 + i + 1) end
local function times(v, transposed)
  local n, out = #v, {}
  for i = 0, n - 1 do
    local sum = 0
    for j = 0, n - 1 do sum = sum + (transposed and a(j, i) or a(i, j)) * v[j + 1] end
    out[i + 1] = sum
  end
  return out
end
local u, v = {}, nil
for i = 1, 180 do u[i] = 1.0 end
for _ = 1, 8 do
  v = times(times(u, false), true)
  u = times(times(v, false), true)
end
local uv, vv = 0, 0
for i = 1, #u do uv, vv = uv + u[i] * v[i], vv + v[i] * v[i] end
print(string.format("%.9f", math.sqrt(uv / vv)))
