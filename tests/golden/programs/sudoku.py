# Sudoku by backtracking with candidate sets.
PUZZLE = """
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79
"""


def parse(text):
    rows = [line for line in text.strip().splitlines()]
    return [[0 if c == "." else int(c) for c in row] for row in rows]


def candidates(grid, r, c):
    used = set(grid[r]) | {grid[i][c] for i in range(9)}
    br, bc = r // 3 * 3, c // 3 * 3
    used |= {grid[i][j] for i in range(br, br + 3) for j in range(bc, bc + 3)}
    return [d for d in range(1, 10) if d not in used]


steps = 0


def solve(grid):
    global steps
    best = None
    for r in range(9):
        for c in range(9):
            if grid[r][c] == 0:
                options = candidates(grid, r, c)
                if best is None or len(options) < len(best[2]):
                    best = r, c, options
    if best is None:
        return True
    r, c, options = best
    for d in options:
        steps += 1
        grid[r][c] = d
        if solve(grid):
            return True
        grid[r][c] = 0
    return False


def show(grid):
    for i, row in enumerate(grid):
        if i in (3, 6):
            print("------+-------+------")
        print(" | ".join(" ".join(str(d) if d else "." for d in row[j:j + 3]) for j in (0, 3, 6)))


def valid(grid):
    full = set(range(1, 10))
    rows = all(set(r) == full for r in grid)
    columns = all(set(c) == full for c in zip(*grid))
    boxes = all({grid[r + i][c + j] for i in range(3) for j in range(3)} == full for r in (0, 3, 6) for c in (0, 3, 6))
    return rows and columns and boxes


grid = parse(PUZZLE)
show(grid)
print(solve(grid), steps, valid(grid))
show(grid)
print("".join(str(d) for d in grid[0]), [sum(row) for row in grid], sum(grid[i][i] for i in range(9)))
impossible = parse(PUZZLE)
impossible[0][2] = 5
print(valid(impossible), candidates(impossible, 0, 3))
