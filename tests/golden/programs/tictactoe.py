# Tic-tac-toe with minimax, Connect-four lines, Nim and a maze.
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def winner(board):
    for a, b, c in LINES:
        if board[a] != " " and board[a] == board[b] == board[c]:
            return board[a]
    return "draw" if " " not in board else None


memo = {}


def minimax(board, player):
    key = board, player
    if key in memo:
        return memo[key]
    result = winner(board)
    if result:
        memo[key] = {"X": 1, "O": -1, "draw": 0}[result], None
        return memo[key]
    best = None
    for i in range(9):
        if board[i] == " ":
            score, _ = minimax(board[:i] + player + board[i + 1:], "O" if player == "X" else "X")
            if best is None or (score > best[0] if player == "X" else score < best[0]):
                best = score, i
    memo[key] = best
    return best


def show(board):
    return "\n-+-+-\n".join("|".join(board[i:i + 3]) for i in (0, 3, 6))


board, player, moves = " " * 9, "X", []
while not winner(board):
    score, move = minimax(board, player)
    board = board[:move] + player + board[move + 1:]
    moves.append(move)
    player = "O" if player == "X" else "X"
print(show(board))
print(winner(board), moves, len(memo), minimax("X O  O  X", "X"), minimax("XX OO    ", "O"))


def four(rows):
    height, width = len(rows), len(rows[0])
    for y in range(height):
        for x in range(width):
            if rows[y][x] == ".":
                continue
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = [(x + i * dx, y + i * dy) for i in range(4)]
                if all(0 <= cx < width and 0 <= cy < height and rows[cy][cx] == rows[y][x] for cx, cy in cells):
                    return rows[y][x], cells
    return None


def drop(columns, column, piece, height=4):
    if len(columns[column]) >= height:
        raise ValueError(f"column {column} is full")
    columns[column] += piece


columns = [""] * 5
for i, c in enumerate([0, 1, 1, 2, 2, 3, 2, 3, 3, 0, 3]):
    drop(columns, c, "RY"[i % 2])
rows = ["".join(col[y] if y < len(col) else "." for col in columns) for y in range(3, -1, -1)]
print("\n".join(rows), four(rows))
try:
    drop(columns, 3, "R")
except ValueError as e:
    print(e)


def nim_move(heaps):
    total = 0
    for h in heaps:
        total ^= h
    if total == 0:
        return None
    for i, h in enumerate(heaps):
        if h ^ total < h:
            return i, h - (h ^ total)


print(nim_move([3, 4, 5]), nim_move([1, 1]), nim_move([7]))
MAZE = """
#########
#S..#...#
#.#.#.#.#
#.#...#E#
#########
""".strip().splitlines()


def solve(maze):
    find = lambda c: next((x, y) for y, row in enumerate(maze) for x, v in enumerate(row) if v == c)
    start, goal = find("S"), find("E")
    frontier, came = [start], {start: None}
    for x, y in frontier:
        for p in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)):
            if p not in came and maze[p[1]][p[0]] != "#":
                came[p] = x, y
                frontier.append(p)
    path, node = [], goal
    while node:
        path.append(node)
        node = came[node]
    return path[::-1]


path = solve(MAZE)
print(len(path), path)
print("\n".join("".join("*" if (x, y) in path[1:-1] else c for x, c in enumerate(row)) for y, row in enumerate(MAZE)))
