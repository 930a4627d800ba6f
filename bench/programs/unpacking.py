# Assignment to several names, stars, swaps, slices, enumerate, zip.
total = 0
rows = [(i, (i + 1, i + 2), [i, i, i, i]) for i in range(1000)]
for _ in range(300):
    for a, (b, c), [d, *e] in rows:
        a, b = b, a
        total += a - b + c + d + len(e)
for _ in range(200):
    for i, (x, y) in enumerate(zip(rows, rows[1:])):
        first, *_, last = x[2][1:] + y[2][:2]
        total += first + last + i
print(total)
