# Simulations: predator-prey, epidemic, queue of people, bouncing ball, traffic.
def lotka_volterra(prey, predators, steps, dt=0.1):
    for step in range(steps):
        yield step * dt, prey, predators
        births, eaten = 1.1 * prey, 0.4 * prey * predators
        growth, deaths = 0.1 * prey * predators, 0.4 * predators
        prey += (births - eaten) * dt
        predators += (growth - deaths) * dt


def sir(population, infected, beta, gamma):
    s, i, r, day = population - infected, infected, 0, 0
    while i >= 0.5:
        yield day, round(s), round(i), round(r)
        new, recovered = beta * s * i / population, gamma * i
        s, i, r, day = s - new, i + new - recovered, r + recovered, day + 1


def bounce(height, restitution=0.7, limit=0.05):
    count = 0
    while height > limit:
        yield count, round(height, 4)
        height *= restitution
        count += 1


def traffic(road, steps):
    for _ in range(steps):
        yield road
        n = len(road)
        road = "".join(
            "." if road[i] == "#" and road[(i + 1) % n] == "." else
            "#" if road[i] == "." and road[i - 1] == "#" else road[i]
            for i in range(n))


def diffusion(cells, rate, steps):
    for _ in range(steps):
        padded = [cells[0], *cells, cells[-1]]
        cells = [b + rate * (a - 2 * b + c) for a, b, c in zip(padded, padded[1:], padded[2:])]
    return cells


def logistic(r, x=0.5, warm=200, keep=8):
    for _ in range(warm):
        x = r * x * (1 - x)
    seen = []
    for _ in range(keep):
        x = r * x * (1 - x)
        seen.append(round(x, 4))
    return sorted(set(seen))


def pendulum(angle, dt=0.05, steps=40, g=9.81, length=1.0):
    velocity = 0.0
    for n in range(steps):
        velocity -= g / length * (angle - angle ** 3 / 6 + angle ** 5 / 120) * dt
        angle += velocity * dt
        if n % 8 == 0:
            yield f"{angle:+.4f}"


def sandpile(n, grains):
    grid = [[0] * n for _ in range(n)]
    grid[n // 2][n // 2] = grains
    todo = [(n // 2, n // 2)]
    topples = 0
    while todo:
        x, y = todo.pop()
        if grid[y][x] < 4:
            continue
        k = grid[y][x] // 4
        topples += k
        grid[y][x] -= 4 * k
        for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            if 0 <= x + dx < n and 0 <= y + dy < n:
                grid[y + dy][x + dx] += k
                todo.append((x + dx, y + dy))
    return grid, topples


def langton(steps, size=11):
    black, x, y, direction = set(), size // 2, size // 2, 0
    for _ in range(steps):
        direction = (direction + (1 if (x, y) not in black else 3)) % 4
        black ^= {(x, y)}
        x = (x + (0, 1, 0, -1)[direction]) % size
        y = (y + (-1, 0, 1, 0)[direction]) % size
    return ["".join("#" if (i, j) in black else "." for i in range(size)) for j in range(size)]


for t, prey, predators in list(lotka_volterra(10, 5, 60))[::12]:
    print(f"{t:5.1f} prey {prey:8.3f} predators {predators:8.3f}")
days = list(sir(1000, 1, 0.4, 0.1))
peak = max(days, key=lambda d: d[2])
print(len(days), peak, days[-1])
print(list(bounce(2)), sum(1 for _ in bounce(100, 0.9)))
print("\n".join(traffic("##.#..####..", 6)))
print([round(c, 3) for c in diffusion([0, 0, 100, 0, 0, 0], 0.2, 5)], round(sum(diffusion([0, 0, 100, 0], 0.25, 50)), 6))
print({r: logistic(r) for r in (2.8, 3.2, 3.5)}, list(pendulum(0.5)))
grid, topples = sandpile(9, 200)
print(topples, sum(map(sum, grid)))
print("\n".join("".join(" .oO"[c] for c in row) for row in grid))
print("\n".join(langton(200)))
