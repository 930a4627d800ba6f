# Scoring games: bowling, tennis, poker dice, Scrabble, darts.
def bowling(rolls):
    score, i = 0, 0
    for frame in range(1, 11):
        if i >= len(rolls):
            raise ValueError(f"game ends in frame {frame}")
        if rolls[i] == 10:
            score += 10 + sum(rolls[i + 1:i + 3])
            i += 1
        else:
            pins = sum(rolls[i:i + 2])
            if pins > 10:
                raise ValueError(f"{pins} pins in frame {frame}")
            score += pins + (rolls[i + 2] if pins == 10 and i + 2 < len(rolls) else 0)
            i += 2
    return score


def from_marks(text):
    rolls = []
    for c in text.replace(" ", ""):
        if c == "X":
            rolls.append(10)
        elif c == "/":
            rolls.append(10 - rolls[-1])
        elif c == "-":
            rolls.append(0)
        else:
            rolls.append(int(c))
    return rolls


def tennis():
    points, games = [0, 0], [0, 0]
    names = ["love", "fifteen", "thirty", "forty"]
    while True:
        a, b = points
        if max(points) >= 4 and abs(a - b) >= 2:
            games[a < b] += 1
            points[:] = 0, 0
            text = f"game {'AB'[a < b]} {games[0]}-{games[1]}"
        elif min(points) >= 3:
            text = "deuce" if a == b else f"advantage {'AB'[a < b]}"
        else:
            text = f"{names[a]}-{'all' if a == b else names[b]}"
        winner = yield text
        points["AB".index(winner)] += 1


def poker_dice(dice):
    counts = sorted((dice.count(d) for d in set(dice)), reverse=True)
    if counts[0] == 5:
        return "five of a kind"
    if counts == [1] * 5 and max(dice) - min(dice) == 4:
        return "straight"
    return {(4, 1): "four", (3, 2): "full house", (3, 1, 1): "three", (2, 2, 1): "two pairs", (2, 1, 1, 1): "pair"}.get(tuple(counts), "nothing")


LETTERS = {c: n for n, cs in {1: "aeilnorstu", 2: "dg", 3: "bcmp", 4: "fhvwy", 5: "k", 8: "jx", 10: "qz"}.items() for c in cs}


def scrabble(word, bonus=()):
    total, factor = 0, 1
    for i, c in enumerate(word.lower()):
        value = LETTERS[c]
        kind = dict(bonus).get(i)
        total += value * {"DL": 2, "TL": 3}.get(kind, 1)
        factor *= {"DW": 2, "TW": 3}.get(kind, 1)
    return total * factor + (50 if len(word) == 7 else 0)


def checkout(score):
    singles = {f"S{n}": n for n in [*range(1, 21), 25]}
    doubles = {f"D{n}": 2 * n for n in [*range(1, 21), 25]}
    triples = {f"T{n}": 3 * n for n in range(1, 21)}
    every = {"": 0, **triples, **doubles, **singles}
    for first, a in every.items():
        for second, b in every.items():
            rest = score - a - b
            for last, c in doubles.items():
                if c == rest:
                    return " ".join(filter(None, (first, second, last)))
    return None


for marks in ("X X X X X X X X X XXX", "9- 9- 9- 9- 9- 9- 9- 9- 9- 9-", "5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/5", "X 7/ 72 9/ XXX 23 6/ 7/3", "-- " * 10, "1", "99 11"):
    try:
        print(f"{marks.strip():<32}{bowling(from_marks(marks))}")
    except (ValueError, IndexError) as e:
        print(f"{marks:<32}{type(e).__name__}: {e}")
game = tennis()
print(next(game), *(f"| {game.send(p)}" for p in "AABABBABABBBAAAA"))
game.close()
print([poker_dice(d) for d in ([1, 1, 1, 1, 1], [2, 3, 4, 5, 6], [1, 1, 2, 2, 2], [1, 1, 2, 2, 3], [6, 6, 6, 6, 1], [1, 2, 3, 5, 6], [1, 1, 2, 3, 4], [3, 3, 3, 1, 2])])
print(scrabble("quiz"), scrabble("cabbage"), scrabble("hello", [(0, "DL"), (4, "TW")]), [w for w in "zoo jazz fizzy".split() if scrabble(w) > 15], checkout(170), checkout(40), checkout(1), checkout(159), checkout(2))
try:
    scrabble("naïve")
except KeyError as e:
    print("no such tile", e)
standings = {}
for home, away, hg, ag in [("Ajax", "Bayern", 2, 1), ("Celtic", "Ajax", 0, 0), ("Bayern", "Celtic", 3, 3), ("Ajax", "Celtic", 1, 4)]:
    for team, f, a in ((home, hg, ag), (away, ag, hg)):
        row = standings.setdefault(team, {"p": 0, "w": 0, "d": 0, "l": 0, "gf": 0, "ga": 0, "pts": 0})
        outcome = "w" if f > a else "l" if f < a else "d"
        row["p"] += 1
        row[outcome] += 1
        row["gf"] += f
        row["ga"] += a
        row["pts"] += {"w": 3, "d": 1, "l": 0}[outcome]
print(f"{'Team':<8}" + "".join(f"{k:>5}" for k in next(iter(standings.values()))))
for team, row in sorted(standings.items(), key=lambda kv: (-kv[1]["pts"], kv[1]["ga"] - kv[1]["gf"], kv[0])):
    print(f"{team:<8}" + "".join(f"{v:>5}" for v in row.values()))
