# Log analysis: parsing lines, filtering, percentiles, histogram.
LOG = """\
2024-03-01T10:00:01 INFO  auth  login user=ann ms=12
2024-03-01T10:00:02 WARN  db    slow query table=orders ms=950
2024-03-01T10:00:05 ERROR api   timeout path=/v1/items ms=3000
2024-03-01T10:01:00 INFO  auth  login user=bob ms=15
2024-03-01T10:01:10 DEBUG cache hit key=a1 ms=1
garbage line
2024-03-01T10:02:30 ERROR db    deadlock table=orders ms=120
2024-03-01T10:02:31 INFO  api   get path=/v1/items ms=45
2024-03-01T10:59:59 INFO  auth  logout user=ann ms=8
2024-03-01T11:00:00 ERROR api   timeout path=/v1/users ms=3100
"""
LEVELS = ["DEBUG", "INFO", "WARN", "ERROR"]


def parse(line):
    stamp, level, component, *rest = line.split()
    if level not in LEVELS:
        raise ValueError(f"unknown level {level}")
    fields = dict(part.split("=", 1) for part in rest if "=" in part)
    message = " ".join(part for part in rest if "=" not in part)
    return {"time": stamp, "level": level, "component": component, "message": message, "ms": int(fields.pop("ms", 0)), "fields": fields}


def entries(text, on_error=None):
    for number, line in enumerate(text.splitlines(), 1):
        try:
            yield parse(line)
        except ValueError as error:
            if on_error:
                on_error(number, line, error)


def where(items, **conditions):
    for item in items:
        if all(item.get(k) == v for k, v in conditions.items()):
            yield item


def percentile(values, p):
    values = sorted(values)
    position = (len(values) - 1) * p / 100
    low = int(position)
    high = min(low + 1, len(values) - 1)
    return values[low] + (values[high] - values[low]) * (position - low)


def histogram(values, edges):
    counts = [0] * (len(edges) + 1)
    for v in values:
        counts[sum(v >= e for e in edges)] += 1
    return counts


problems = []
log = list(entries(LOG, lambda n, line, e: problems.append((n, line, str(e)))))
print(len(log), problems)
print([e["message"] for e in where(log, level="ERROR")], sum(1 for _ in where(log, component="auth")))
matrix = {}
for e in log:
    matrix.setdefault(e["component"], dict.fromkeys(LEVELS, 0))[e["level"]] += 1
print(f"{'':8}" + "".join(f"{l:>7}" for l in LEVELS))
for component, row in sorted(matrix.items()):
    print(f"{component:<8}" + "".join(f"{n or '.':>7}" for n in row.values()))
times = [e["ms"] for e in log]
print([percentile(times, p) for p in (0, 50, 90, 99, 100)], f"mean {sum(times) / len(times):.1f}")
for label, n in zip(["<10", "<100", "<1000", "more"], histogram(times, [10, 100, 1000])):
    print(f"{label:>6} {'*' * n} {n}")
sessions = {}
for e in where(log, component="auth"):
    sessions.setdefault(e["fields"]["user"], []).append((e["message"], e["time"][11:]))
print(sessions)
hours = {}
for e in log:
    hours[e["time"][11:13]] = hours.get(e["time"][11:13], 0) + 1
print(hours, min(log, key=lambda e: e["ms"])["message"], max(log, key=lambda e: (LEVELS.index(e["level"]), e["ms"]))["fields"])


def follow():
    counts = {}
    while True:
        entry = yield counts
        if entry is None:
            return counts
        counts[entry["level"]] = counts.get(entry["level"], 0) + 1


counter = follow()
next(counter)
for e in log:
    counter.send(e)
try:
    counter.send(None)
except StopIteration as stop:
    print(stop.value)
