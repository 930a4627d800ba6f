# The game of life on a set of cells: tuples, sets, dicts of counts.
state, cells = 1, set()
for _ in range(1500):
    state = state * 1103515245 + 12345 & 0x7FFFFFFF
    cells.add((state // 64 % 60, state // 65536 % 60))
for generation in range(90):
    counts = {}
    for x, y in cells:
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if dx or dy:
                    key = (x + dx, y + dy)
                    counts[key] = counts.get(key, 0) + 1
    cells = {c for c, n in counts.items() if n == 3 or (n == 2 and c in cells)}
print(len(cells), sum(x * y for x, y in cells))
