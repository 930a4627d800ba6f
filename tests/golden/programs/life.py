# Conway's game of life on a set of cells.
def neighbours(cell):
    x, y = cell
    return {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy}


def step(cells):
    counts = {}
    for cell in cells:
        for n in neighbours(cell):
            counts[n] = counts.get(n, 0) + 1
    return {cell for cell, k in counts.items() if k == 3 or (k == 2 and cell in cells)}


def parse(text):
    return {(x, y) for y, line in enumerate(text.splitlines()) for x, c in enumerate(line) if c == "#"}


def show(cells, width=8, height=6):
    return "\n".join("".join("#" if (x, y) in cells else "." for x in range(width)) for y in range(height))


patterns = {
    "blinker": "\n.###",
    "glider": ".#.\n..#\n###",
    "block": "##\n##",
    "toad": "\n..###\n.###",
    "beacon": "##\n##\n..##\n..##",
}
for name, text in patterns.items():
    cells = parse(text)
    history = [frozenset(cells)]
    for _ in range(8):
        cells = step(cells)
        history.append(frozenset(cells))
    period = next((p for p in range(1, 5) if history[p] == history[0]), None)
    print(name, [len(h) for h in history], "period", period)
cells = parse(patterns["glider"])
for generation in range(5):
    print(f"generation {generation}: {sorted(cells)}")
    print(show(cells))
    cells = step(cells)
start = parse(patterns["glider"])
moved = start
for _ in range(4):
    moved = step(moved)
print(moved == {(x + 1, y + 1) for x, y in start})


def rule(number):
    table = {format(i, "03b"): str(number >> i & 1) for i in range(8)}
    def apply(row):
        padded = "0" + row + "0"
        return "".join(table[padded[i:i + 3]] for i in range(len(row)))
    return apply


for number in (30, 90, 110):
    row = "0" * 15 + "1" + "0" * 15
    evolve = rule(number)
    print("rule", number)
    for _ in range(8):
        print(row.replace("0", ".").replace("1", "#"))
        row = evolve(row)
