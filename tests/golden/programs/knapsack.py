# Dynamic programming: knapsack, LCS, edit paths, coins, LIS, partitions.
def knapsack(items, capacity):
    best = [[0] * (capacity + 1) for _ in range(len(items) + 1)]
    for i, (_, weight, value) in enumerate(items, 1):
        for c in range(capacity + 1):
            best[i][c] = best[i - 1][c]
            if weight <= c:
                best[i][c] = max(best[i][c], best[i - 1][c - weight] + value)
    chosen, c = [], capacity
    for i in range(len(items), 0, -1):
        if best[i][c] != best[i - 1][c]:
            chosen.append(items[i - 1][0])
            c -= items[i - 1][1]
    return best[-1][-1], chosen[::-1]


def lcs(a, b):
    table = {(-1, -1): ""}
    for i in range(-1, len(a)):
        for j in range(-1, len(b)):
            if i < 0 or j < 0:
                table[i, j] = ""
            elif a[i] == b[j]:
                table[i, j] = table[i - 1, j - 1] + a[i]
            else:
                table[i, j] = max(table[i - 1, j], table[i, j - 1], key=len)
    return table[len(a) - 1, len(b) - 1]


def edits(a, b):
    rows = [list(range(len(b) + 1))]
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            row.append(min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (x != y)))
        rows.append(row)
    i, j, script = len(a), len(b), []
    while i or j:
        if i and j and rows[i][j] == rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]):
            script.append(("keep" if a[i - 1] == b[j - 1] else "change", a[i - 1], b[j - 1]))
            i, j = i - 1, j - 1
        elif i and rows[i][j] == rows[i - 1][j] + 1:
            script.append(("delete", a[i - 1], ""))
            i -= 1
        else:
            script.append(("insert", "", b[j - 1]))
            j -= 1
    return rows[-1][-1], script[::-1]


def coins(amount, values):
    ways = [1] + [0] * amount
    fewest = [0] + [None] * amount
    for v in values:
        for a in range(v, amount + 1):
            ways[a] += ways[a - v]
    for a in range(1, amount + 1):
        options = [fewest[a - v] for v in values if v <= a and fewest[a - v] is not None]
        fewest[a] = min(options) + 1 if options else None
    return ways[amount], fewest[amount]


def longest_increasing(seq):
    best = []
    for x in seq:
        candidates = [l for l in best if l[-1] < x]
        best.append(max(candidates, key=len, default=[]) + [x])
    return max(best, key=len, default=[])


def max_subarray(l):
    best = current = (l[0], 0, 1)
    for i, x in enumerate(l[1:], 1):
        current = max((current[0] + x, current[1], i + 1), (x, i, i + 1), key=lambda t: t[0])
        best = max(best, current, key=lambda t: t[0])
    return best


def partitions(n, largest=None):
    largest = n if largest is None else largest
    if n == 0:
        yield ()
    for k in range(min(n, largest), 0, -1):
        for rest in partitions(n - k, k):
            yield (k, *rest)


ITEMS = [("map", 9, 150), ("compass", 13, 35), ("water", 153, 200), ("sandwich", 50, 160), ("glucose", 15, 60), ("tin", 68, 45), ("banana", 27, 60), ("apple", 39, 40)]
print(knapsack(ITEMS, 150), knapsack(ITEMS, 5), knapsack([], 10))
print(lcs("AGGTAB", "GXTXAYB"), lcs("", "x"), lcs("abcdef", "acf"), lcs("kitten", "sitting"))
distance, script = edits("kitten", "sitting")
print(distance, *(f"{op}:{x}{'>' + y if op == 'change' else y if op == 'insert' else ''}" for op, x, y in script))
print([coins(a, [1, 5, 10, 25]) for a in (0, 1, 30, 100)], coins(3, [2]), coins(63, [1, 5, 10, 21, 25]))
print(longest_increasing([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7]), longest_increasing([]), longest_increasing([5, 4, 3]))
print(max_subarray([-2, 1, -3, 4, -1, 2, 1, -5, 4]), max_subarray([-3, -1, -2]))
print(list(partitions(5)), [sum(1 for _ in partitions(n)) for n in range(12)])
paths = [[1] * 6 for _ in range(6)]
for i in range(1, 6):
    for j in range(1, 6):
        paths[i][j] = paths[i - 1][j] + paths[i][j - 1]
print(paths[-1])
triangle = [[75], [95, 64], [17, 47, 82], [18, 35, 87, 10], [20, 4, 82, 47, 65]]
rows = [row[:] for row in triangle]
while len(rows) > 1:
    last = rows.pop()
    rows[-1] = [v + max(a, b) for v, a, b in zip(rows[-1], last, last[1:])]
print(rows[0][0])


def palindromes(s):
    found = set()
    for centre in range(len(s)):
        for width in (0, 1):
            l, r = centre, centre + width
            while l >= 0 and r < len(s) and s[l] == s[r]:
                found.add(s[l:r + 1])
                l, r = l - 1, r + 1
    return sorted(found, key=lambda p: (-len(p), p))


print(palindromes("bananas")[:4], palindromes("abacaba")[0])
