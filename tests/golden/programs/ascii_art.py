# Drawing: Mandelbrot, Sierpinski, charts, boxes, banners.
def mandelbrot(width=48, height=16, limit=30):
    shades = " .:-=+*#%@"
    for row in range(height):
        y = (row / (height - 1) - 0.5) * 2.4
        line = ""
        for col in range(width):
            x = col / (width - 1) * 3.0 - 2.1
            c, z, n = complex(x, y), 0j, 0
            while abs(z) <= 2 and n < limit:
                z = z * z + c
                n += 1
            line += shades[n * (len(shades) - 1) // limit]
        yield line.rstrip()


def sierpinski(order):
    rows = ["*"]
    for _ in range(order):
        width = len(rows)
        rows = [" " * width + r + " " * width for r in rows] + [r + " " + r for r in rows]
    return [r.rstrip() for r in rows]


def carpet(n):
    size = 3 ** n
    def filled(x, y):
        while x or y:
            if x % 3 == 1 and y % 3 == 1:
                return False
            x, y = x // 3, y // 3
        return True
    return ["".join("#" if filled(x, y) else " " for x in range(size)) for y in range(size)]


def box(text, style="single"):
    h, v, tl, tr, bl, br = {"single": "─│┌┐└┘", "double": "═║╔╗╚╝", "ascii": "-|++++"}[style]
    lines = text.splitlines() or [""]
    width = max(map(len, lines))
    yield tl + h * (width + 2) + tr
    for line in lines:
        yield f"{v} {line:<{width}} {v}"
    yield bl + h * (width + 2) + br


def chart(data, height=6):
    top = max(data.values())
    for level in range(height, 0, -1):
        yield f"{top * level / height:6.1f} |" + "".join("  ██ " if v >= top * (level - 0.5) / height else "     " for v in data.values()).rstrip()
    yield " " * 7 + "+" + "-----" * len(data)
    yield " " * 8 + "".join(f"{k:^5}" for k in data).rstrip()


def plot(f, width=40, height=9, lo=-3.0, hi=3.0):
    grid = [[" "] * width for _ in range(height)]
    values = [f(lo + (hi - lo) * i / (width - 1)) for i in range(width)]
    low, high = min(values), max(values)
    for i, v in enumerate(values):
        grid[height - 1 - round((v - low) / (high - low) * (height - 1))][i] = "o"
    return ["".join(r).rstrip() for r in grid]


def koch(order):
    path = "F"
    for _ in range(order):
        path = path.replace("F", "F+F--F+F")
    return path


def dragon(n):
    turns = ""
    for _ in range(n):
        turns = turns + "R" + "".join({"R": "L", "L": "R"}[t] for t in reversed(turns))
    x = y = 0
    dx, dy, points = 1, 0, [(0, 0)]
    for t in turns + " ":
        x, y = x + dx, y + dy
        points.append((x, y))
        dx, dy = (-dy, dx) if t == "L" else (dy, -dx)
    return points


print("\n".join(mandelbrot()))
print("\n".join(sierpinski(3)))
print("\n".join(carpet(2)))
for style in ("single", "double", "ascii"):
    print("\n".join(box("Hello\nboxed world", style)))
print("\n".join(chart({"Q1": 12, "Q2": 30.5, "Q3": 21, "Q4": 4})))
print("\n".join(plot(lambda x: x ** 3 - 4 * x)))
print(koch(2), len(koch(4)), len(set(dragon(8))), dragon(4)[-3:])
print("\n".join(" " * (5 - i) + "*" * (2 * i - 1) for i in range(1, 6)), *(" " * i + "*" * (9 - 2 * i) for i in range(1, 5)), sep="\n")
print("\n".join("".join(f"{i * j:4}" for j in range(1, 10)) for i in range(1, 10)))
