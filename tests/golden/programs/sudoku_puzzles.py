# Backtracking three ways: sudoku, N queens with sets, word search, subset sums.
GRID = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'

def neighbours():
    table = []
    for i in range(81):
        r, c = divmod(i, 9)
        table.append({j for j in range(81) if j != i and (j // 9 == r or j % 9 == c or (j // 27 == i // 27 and j % 9 // 3 == c // 3))})
    return table
NEAR = neighbours()

def solve(grid):
    cells = {i: {c} if c != '.' else set('123456789') for i, c in enumerate(grid)}
    def assign(cells, i, value):
        if value not in cells[i]: return False
        for other in cells[i] - {value}:
            if not drop(cells, i, other): return False
        return True
    def drop(cells, i, value):
        if value not in cells[i]: return True
        cells[i] = cells[i] - {value}
        if not cells[i]: return False
        if len(cells[i]) == 1:
            [only] = cells[i]
            return all(drop(cells, j, only) for j in sorted(NEAR[i]))
        return True
    start = {i: set('123456789') for i in range(81)}
    for i, c in enumerate(grid):
        if c != '.' and not assign(start, i, c): raise ValueError('contradiction')
    def search(cells):
        if all(len(v) == 1 for v in cells.values()): return cells
        i = min((i for i in cells if len(cells[i]) > 1), key=lambda i: (len(cells[i]), i))
        for value in sorted(cells[i]):
            copy = {k: set(v) for k, v in cells.items()}
            if assign(copy, i, value) and (found := search(copy)): return found
        return None
    found = search(start)
    return ''.join(next(iter(found[i])) for i in range(81)) if found else None

answer = solve(GRID)
for r in range(9):
    if r in (3, 6): print('------+-------+------')
    row = answer[r * 9:r * 9 + 9]
    print(' | '.join(' '.join(row[k:k + 3]) for k in (0, 3, 6)))
try: solve('55' + '.' * 79)
except ValueError as e: print(e)

def queens(n, row=0, cols=frozenset(), up=frozenset(), down=frozenset()):
    if row == n:
        yield ()
        return
    for c in range(n):
        if c in cols or row + c in up or row - c in down: continue
        for rest in queens(n, row + 1, cols | {c}, up | {row + c}, down | {row - c}): yield (c, *rest)
print([sum(1 for _ in queens(n)) for n in range(1, 8)], next(queens(8)))

BOARD = ['ABCE', 'SFCS', 'ADEE']
def exists(word):
    def walk(r, c, k, seen):
        if not (0 <= r < 3 and 0 <= c < 4) or (r, c) in seen or BOARD[r][c] != word[k]: return False
        return k == len(word) - 1 or any(walk(r + dr, c + dc, k + 1, seen | {(r, c)}) for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)))
    return any(walk(r, c, 0, frozenset()) for r in range(3) for c in range(4))
print({w: exists(w) for w in ('ABCCED', 'SEE', 'ABCB', 'ASAD')})

def sums(items, target):
    if target == 0: return [[]]
    if not items or target < 0: return []
    head, *tail = items
    return [[head, *s] for s in sums(tail, target - head)] + sums(tail, target)
print(sums([3, 34, 4, 12, 5, 2], 9), len(sums(list(range(1, 11)), 15)))
def permutations(s):
    return [s] if len(s) < 2 else [c + p for i, c in enumerate(s) if c not in s[:i] for p in permutations(s[:i] + s[i + 1:])]
print(permutations('aab'), len(permutations('abcde')))
