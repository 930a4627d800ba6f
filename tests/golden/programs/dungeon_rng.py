# A deterministic random generator and simulations with it.
def lcg(seed):
    state = seed

    def rand():
        nonlocal state
        state = (1103515245 * state + 12345) & 0x7FFFFFFF
        return state / 0x80000000

    def randint(a, b):
        return a + int(rand() * (b - a + 1))

    def choice(items):
        return items[randint(0, len(items) - 1)]

    def shuffle(items):
        items = list(items)
        for i in range(len(items) - 1, 0, -1):
            j = randint(0, i)
            items[i], items[j] = items[j], items[i]
        return items

    return {"rand": rand, "randint": randint, "choice": choice, "shuffle": shuffle}


rng = lcg(42)
print([round(rng["rand"](), 4) for _ in range(5)], [rng["randint"](1, 6) for _ in range(12)])
counts = dict.fromkeys(range(2, 13), 0)
for _ in range(2000):
    counts[rng["randint"](1, 6) + rng["randint"](1, 6)] += 1
for total, n in counts.items():
    print(f"{total:>2} {'#' * (n // 10)} {n}")
inside = sum(rng["rand"]() ** 2 + rng["rand"]() ** 2 < 1 for _ in range(5000))
print(f"pi ~ {4 * inside / 5000:.3f}")
DECK = [f"{r}{s}" for s in "SHDC" for r in "23456789TJQKA"]
hand = rng["shuffle"](DECK)[:5]
print(hand, len(set(rng["shuffle"](DECK))))


def rank(hand):
    order = "23456789TJQKA"
    values = sorted((order.index(c[0]) for c in hand), reverse=True)
    groups = sorted(((values.count(v), v) for v in set(values)), reverse=True)
    flush = len({c[1] for c in hand}) == 1
    straight = len(set(values)) == 5 and values[0] - values[4] == 4
    shape = tuple(n for n, _ in groups)
    names = {(4, 1): "four of a kind", (3, 2): "full house", (3, 1, 1): "three of a kind", (2, 2, 1): "two pair", (2, 1, 1, 1): "pair"}
    if straight and flush:
        return "straight flush"
    return names.get(shape) or ("flush" if flush else "straight" if straight else "high card")


for text in ("2S 3S 4S 5S 6S", "AS AH AD AC 2S", "KS KH KD 2C 2S", "2S 9S 4S JS 6S", "9S TD JH QC KS", "3S 3D 3H QC KS", "3S 3D QH QC KS", "3S 3D 4H QC KS", "2S 5D 7H QC KS"):
    print(text, "->", rank(text.split()))
tally = {}
for _ in range(500):
    kind = rank(rng["shuffle"](DECK)[:5])
    tally[kind] = tally.get(kind, 0) + 1
print(sorted(tally.items(), key=lambda kv: -kv[1]))


def walk(steps):
    x = y = 0
    for _ in range(steps):
        dx, dy = rng["choice"]([(0, 1), (1, 0), (0, -1), (-1, 0)])
        x, y = x + dx, y + dy
        yield x, y


path = list(walk(50))
print(path[-1], max(abs(x) + abs(y) for x, y in path), len(set(path)))


def battle(hero, monster):
    hero, monster, log = dict(hero), dict(monster), []
    for turn in range(1, 30):
        for attacker, target in ((hero, monster), (monster, hero)):
            roll = rng["randint"](1, 20)
            damage = 0 if roll == 1 else attacker["attack"] * (2 if roll == 20 else 1) - target["armor"] + roll // 5
            target["hp"] -= max(damage, 0)
            log.append((turn, attacker["name"], roll, max(damage, 0)))
            if target["hp"] <= 0:
                return attacker["name"], turn, log
    return None, turn, log


for monster in ({"name": "rat", "hp": 8, "attack": 3, "armor": 0}, {"name": "troll", "hp": 40, "attack": 9, "armor": 3}):
    winner, turns, log = battle({"name": "hero", "hp": 30, "attack": 6, "armor": 2}, monster)
    print(monster["name"], winner, turns, log[:4], len(log))
