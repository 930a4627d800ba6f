local a, b = string.rep("ACGTTGCAATGCCGTA", 30), string.rep("TGCATGCCGATAGCTA", 30)
local previous = {}
for j = 0, #b do previous[j] = j end
for i = 1, #a do
  local current, x = {[0] = i}, a:byte(i)
  for j = 1, #b do
    current[j] = math.min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (x ~= b:byte(j) and 1 or 0))
  end
  previous = current
end
local best = {}
for c = 0, 6000 do best[c] = 0 end
for i = 0, 69 do
  local w = i * 37 % 91 + 1
  for c = 6000, w, -1 do
    local value = best[c - w] + w * (i % 7 + 1)
    if value > best[c] then best[c] = value end
  end
end
print(previous[#b] .. " " .. best[6000])
