# Log lines grouped, summed and laid out as a report.
LINES = """\
2024-03-01T10:00:01 INFO  api    GET /users 200 12ms
2024-03-01T10:00:02 WARN  api    GET /users 404 3ms
2024-03-01T10:00:02 ERROR db     timeout after 5000ms
2024-03-01T10:00:05 INFO  api    POST /orders 201 45ms
2024-03-01T10:01:00 INFO  worker job=17 done in 1.5s
2024-03-01T10:01:07 ERROR api    GET /orders 500 120ms
malformed line here
2024-03-01T10:02:00 DEBUG cache  hit ratio 0.93
2024-03-01T10:02:30 INFO  api    GET /users 200 9ms
""".splitlines()

def parse(line, number):
    parts = line.split(None, 3)
    if len(parts) < 4 or 'T' not in parts[0]:
        raise ValueError(f'line {number}: cannot parse {line!r}')
    stamp, level, source, message = parts
    date, _, clock = stamp.partition('T')
    return {'date': date, 'time': clock, 'level': level, 'source': source, 'message': message, 'n': number}

records, errors = [], []
for number, line in enumerate(LINES, start=1):
    try:
        records.append(parse(line, number))
    except ValueError as e:
        errors.append(str(e))

def group_by(items, key):
    groups = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups

def table(rows, headers):
    widths = [max(len(str(row[i])) for row in [headers, *rows]) for i in range(len(headers))]
    yield '|'.join(f' {h:<{w}} ' for h, w in zip(headers, widths))
    yield '+'.join('-' * (w + 2) for w in widths)
    for row in rows:
        yield '|'.join(f' {c:>{w}} ' if isinstance(c, (int, float)) else f' {c:<{w}} ' for c, w in zip(row, widths))

by_level = group_by(records, lambda r: r['level'])
counts = sorted(by_level.items(), key=lambda kv: (-len(kv[1]), kv[0]))
print(*table([[k, len(v), round(len(v) / len(records) * 100, 1)] for k, v in counts], ['level', 'count', 'percent']), sep='\n')
print()

durations = {}
for r in records:
    *_, last = r['message'].split()
    if last.endswith('ms') and last[:-2].isdigit():
        durations.setdefault(r['source'], []).append(int(last[:-2]))
for source, values in sorted(durations.items()):
    mean = sum(values) / len(values)
    variance = sum((v - mean) ** 2 for v in values) / len(values)
    print(f'{source:>8}: n={len(values)} min={min(values)} max={max(values)} mean={mean:.2f} sd={variance ** 0.5:.3f}')

per_minute = {}
for r in records: per_minute[r['time'][:5]] = per_minute.get(r['time'][:5], 0) + 1
peak = max(per_minute, key=per_minute.get)
for minute, n in per_minute.items(): print(minute, '#' * n, '<- peak' if minute == peak else '')
print('errors:', *errors, sep='\n  ')
print({level: [r['n'] for r in rs] for level, rs in by_level.items()})
