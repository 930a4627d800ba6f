# Grades: statistics by hand, ranking, letter grades, curves.
STUDENTS = {
    "Ann": {"math": 92, "art": 88, "physics": 95},
    "Bob": {"math": 58, "art": 74, "physics": None},
    "Cid": {"math": 77, "art": 77, "physics": 81},
    "Dee": {"math": 92, "art": 65, "physics": 70},
    "Eve": {},
}


def mean(values):
    values = list(values)
    if not values:
        raise ValueError("mean of nothing")
    return sum(values) / len(values)


def median(values):
    s = sorted(values)
    middle = len(s) // 2
    return s[middle] if len(s) % 2 else (s[middle - 1] + s[middle]) / 2


def deviation(values):
    m = mean(values)
    return mean((v - m) ** 2 for v in values) ** 0.5


def mode(values):
    counts = {}
    for v in values:
        counts[v] = counts.get(v, 0) + 1
    most = max(counts.values())
    return [v for v, n in counts.items() if n == most]


def letter(score):
    for limit, grade in ((90, "A"), (80, "B"), (70, "C"), (60, "D")):
        if score >= limit:
            return grade
    return "F"


def correlation(xs, ys):
    mx, my = mean(xs), mean(ys)
    top = sum((x - mx) * (y - my) for x, y in zip(xs, ys))
    return top / (sum((x - mx) ** 2 for x in xs) * sum((y - my) ** 2 for y in ys)) ** 0.5


def known(scores):
    return {k: v for k, v in scores.items() if v is not None}


averages = {}
for name, scores in STUDENTS.items():
    try:
        averages[name] = mean(known(scores).values())
    except ValueError as error:
        print(f"{name}: {error}")
for place, (name, avg) in enumerate(sorted(averages.items(), key=lambda kv: -kv[1]), 1):
    print(f"{place}. {name:<5}{avg:6.2f} {letter(avg)} {'*' * int(avg // 10)}")
subjects = sorted({s for scores in STUDENTS.values() for s in scores})
for subject in subjects:
    values = [s[subject] for s in STUDENTS.values() if s.get(subject) is not None]
    print(f"{subject:<8} n={len(values)} mean={mean(values):.2f} median={median(values)} sd={deviation(values):.3f} mode={mode(values)} range={min(values)}-{max(values)}")
best = {s: max((n for n in STUDENTS if STUDENTS[n].get(s)), key=lambda n: STUDENTS[n][s]) for s in subjects}
print(best, {letter(v) for v in averages.values()} == {"A", "C", "D"}, sorted(map(letter, averages.values())))
complete = [s for s in STUDENTS.values() if len(known(s)) == 3]
print(round(correlation([s["math"] for s in complete], [s["physics"] for s in complete]), 4))
curved = {n: {k: min(100, round(v ** 0.5 * 10)) for k, v in known(s).items()} for n, s in STUDENTS.items() if s}
print(curved)
table = [["name", *subjects]] + [[n, *(s.get(x, "") if s.get(x) is not None else "-" for x in subjects)] for n, s in STUDENTS.items()]
widths = [max(len(str(row[i])) for row in table) for i in range(len(table[0]))]
for i, row in enumerate(table):
    print("| " + " | ".join(f"{str(c):{'<' if j == 0 else '>'}{w}}" for j, (c, w) in enumerate(zip(row, widths))) + " |")
    if i == 0:
        print("|" + "|".join("-" * (w + 2) for w in widths) + "|")
