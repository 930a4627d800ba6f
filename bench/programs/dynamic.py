# Tables of dynamic programming: lists of lists, min, indices.
a = "ACGTTGCAATGCCGTA" * 30
b = "TGCATGCCGATAGCTA" * 30
previous = list(range(len(b) + 1))
for i, x in enumerate(a, 1):
    current = [i]
    for j, y in enumerate(b, 1):
        current.append(min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (x != y)))
    previous = current
weights = [i * 37 % 91 + 1 for i in range(70)]
best = [0] * 6001
for i, w in enumerate(weights):
    for c in range(6000, w - 1, -1):
        value = best[c - w] + w * (i % 7 + 1)
        if value > best[c]:
            best[c] = value
print(previous[-1], best[-1])
