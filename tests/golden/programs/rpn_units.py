# Unit conversion with a graph of factors, and quantities as tuples.
FACTORS = {("km", "m"): 1000, ("m", "cm"): 100, ("in", "cm"): 2.54, ("ft", "in"): 12, ("mi", "ft"): 5280, ("h", "min"): 60, ("min", "s"): 60, ("kg", "g"): 1000, ("lb", "g"): 453.59237, ("day", "h"): 24}


def graph():
    g = {}
    for (a, b), f in FACTORS.items():
        g.setdefault(a, {})[b] = f
        g.setdefault(b, {})[a] = 1 / f
    return g


GRAPH = graph()


def factor(source, target):
    if source == target:
        return 1
    frontier, seen = [(source, 1)], {source}
    for unit, f in frontier:
        for other, g in GRAPH.get(unit, {}).items():
            if other == target:
                return f * g
            if other not in seen:
                seen.add(other)
                frontier.append((other, f * g))
    raise ValueError(f"cannot convert {source} to {target}")


def parse(text):
    number = ""
    for i, c in enumerate(text):
        if c.isdigit() or c in ".-+e" and (c != "e" or text[i + 1:i + 2].isdigit()):
            number += c
        else:
            return float(number), text[i:].strip()
    return float(number), ""


def convert(text, target):
    value, unit = parse(text)
    return value * factor(unit, target)


def pretty(seconds):
    for limit, unit in ((1e-6, "ns"), (1e-3, "us"), (1, "ms")):
        if seconds < limit:
            return f"{seconds / limit * 1000:.3g} {unit}"
    return f"{seconds:.3g} s"


for text, target in [("5 km", "m"), ("1mi", "km"), ("100 cm", "in"), ("2.5h", "s"), ("1 lb", "kg"), ("3 kg", "m"), ("x km", "m"), ("7 day", "min"), ("1e3 m", "km"), ("-40 ft", "cm"), ("5", "m")]:
    try:
        print(f"{text} = {convert(text, target):.6g} {target}")
    except ValueError as e:
        print(f"{text}: {e}")
print([pretty(s) for s in (1.5e-9, 2e-6, 0.0123, 0.5, 12.3456)])


def temperature(value, source, target):
    to_kelvin = {"C": lambda v: v + 273.15, "F": lambda v: (v + 459.67) * 5 / 9, "K": lambda v: v}
    from_kelvin = {"C": lambda k: k - 273.15, "F": lambda k: k * 9 / 5 - 459.67, "K": lambda k: k}
    kelvin = to_kelvin[source](value)
    if kelvin < 0:
        raise ArithmeticError("below absolute zero")
    return round(from_kelvin[target](kelvin), 2)


print("     " + "".join(f"{t:>9}" for t in "CFK"))
for v in (-40, 0, 36.6, 100):
    print(f"{v:>5}" + "".join(f"{temperature(v, 'C', t):>9}" for t in "CFK"))
for args in ((-300, "C", "K"), (1, "C", "X")):
    try:
        temperature(*args)
    except (ArithmeticError, KeyError) as e:
        print(repr(e))


def human(n, suffixes=("B", "KB", "MB", "GB", "TB")):
    for s in suffixes:
        if abs(n) < 1024 or s == suffixes[-1]:
            return f"{n:.1f} {s}" if s != "B" else f"{n} B"
        n /= 1024


print([human(n) for n in (0, 1023, 1024, 1536, 10 ** 6, 10 ** 9, 10 ** 15, -2048)])
print([f"{n:,}" for n in (1, 1000, 1234567, -9876543210)], [f"{x:.2e}" for x in (12345.678, 0.00012)], [format(2 ** n, "_") for n in (10, 20, 40)])
