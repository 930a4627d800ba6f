# N queens, knight moves and permutations puzzles.
def queens(n, row=0, columns=frozenset(), diagonals=frozenset(), antis=frozenset(), placed=()):
    if row == n:
        yield placed
        return
    for c in range(n):
        if c not in columns and row - c not in diagonals and row + c not in antis:
            yield from queens(n, row + 1, columns | {c}, diagonals | {row - c}, antis | {row + c}, placed + (c,))


def board(solution):
    n = len(solution)
    return "\n".join(" ".join("Q" if c == q else "." for c in range(n)) for q in solution)


for n in range(1, 8):
    solutions = list(queens(n))
    print(n, len(solutions), solutions[:2])
print(board(next(queens(8))))


def knight_distance(start, goal, size=8):
    frontier, seen, steps = [start], {start}, 0
    while frontier:
        if goal in frontier:
            return steps
        following = []
        for x, y in frontier:
            for dx, dy in ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)):
                p = x + dx, y + dy
                if 0 <= p[0] < size and 0 <= p[1] < size and p not in seen:
                    seen.add(p)
                    following.append(p)
        frontier = following
        steps += 1
    return None


print([[knight_distance((0, 0), (x, y)) for x in range(8)] for y in range(3)], knight_distance((0, 0), (1, 1), size=2))


def permutations(items):
    if len(items) <= 1:
        yield list(items)
        return
    for i, x in enumerate(items):
        for rest in permutations(items[:i] + items[i + 1:]):
            yield [x] + rest


def send_more_money():
    letters = "SENDMORY"

    def go(index, used, values):
        if index == len(letters):
            def number(word): return int("".join(str(values[c]) for c in word))
            if number("SEND") + number("MORE") == number("MONEY"):
                return dict(values)
            return None
        for d in range(10):
            if d in used or (d == 0 and letters[index] in "SM"):
                continue
            if letters[index] == "M" and d != 1:
                continue
            if letters[index] == "S" and d < 8:
                continue
            if letters[index] == "O" and d > 1:
                continue
            values[letters[index]] = d
            found = go(index + 1, used | {d}, values)
            if found:
                return found
            del values[letters[index]]
        return None

    return go(0, frozenset(), {})


print(len(list(permutations("abcde"))), ["".join(p) for p in permutations("abc")])
solution = send_more_money()
print(sorted(solution.items()))


def magic_squares():
    for p in permutations([1, 2, 3, 4, 5, 6, 7, 8, 9]):
        if p[4] != 5 or p[0] + p[1] + p[2] != 15:
            continue
        if all(p[i] + p[j] + p[k] == 15 for i, j, k in ((3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))):
            yield [p[:3], p[3:6], p[6:]]


print(next(magic_squares()))
