# Calendar arithmetic without datetime.
MONTHS = "January February March April May June July August September October November December".split()
DAYS = "Mon Tue Wed Thu Fri Sat Sun".split()


def is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def days_in_month(year, month):
    if not 1 <= month <= 12:
        raise ValueError(f"month must be in 1..12, got {month}")
    return 29 if month == 2 and is_leap(year) else (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1]


def to_ordinal(year, month, day):
    if not 1 <= day <= days_in_month(year, month):
        raise ValueError(f"day {day} is out of range for {MONTHS[month - 1]} {year}")
    y = year - 1
    return y * 365 + y // 4 - y // 100 + y // 400 + sum(days_in_month(year, m) for m in range(1, month)) + day


def from_ordinal(n):
    year = n // 366 + 1
    while to_ordinal(year + 1, 1, 1) <= n:
        year += 1
    month = 1
    while month < 12 and to_ordinal(year, month + 1, 1) <= n:
        month += 1
    return year, month, n - to_ordinal(year, month, 1) + 1


def weekday(*date):
    return (to_ordinal(*date) - 1) % 7


def parse(text):
    parts = text.split("-")
    if len(parts) != 3:
        raise ValueError(f"not a date: {text!r}")
    date = tuple(map(int, parts))
    to_ordinal(*date)
    return date


def calendar(year, month):
    lines = [f"{MONTHS[month - 1]} {year}".center(20).rstrip(), " ".join(d[:2] for d in DAYS)]
    cells = ["  "] * weekday(year, month, 1) + [f"{d:2}" for d in range(1, days_in_month(year, month) + 1)]
    for i in range(0, len(cells), 7):
        lines.append(" ".join(cells[i:i + 7]))
    return "\n".join(lines)


def easter(year):
    a, (b, c) = year % 19, divmod(year, 100)
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    j, k = divmod(c, 4)
    m = (a + 11 * h) // 319
    r = (2 * e + 2 * j - k - h + m + 32) % 7
    n = (h - m + r + 90) // 25
    return year, n, (h - m + r + n + 19) % 32


print([y for y in range(1896, 1913) if is_leap(y)], is_leap(2000), is_leap(2100))
for text in ("2024-02-29", "2023-02-29", "2024-13-01", "1970-01-01", "hello", "2024-xx-01", "0001-01-01"):
    try:
        date = parse(text)
        print(text, date, to_ordinal(*date), DAYS[weekday(*date)], from_ordinal(to_ordinal(*date)) == date)
    except ValueError as error:
        print(text, "->", error)
print(to_ordinal(2024, 12, 25) - to_ordinal(2024, 7, 4), from_ordinal(to_ordinal(2024, 2, 28) + 2), from_ordinal(738000))
print(calendar(2024, 2))
print(calendar(2023, 10))
print([easter(y) for y in range(2020, 2026)])
print([f"{y}-{m:02}" for y in (2023, 2024) for m in range(1, 13) if weekday(y, m, 13) == 4])


def duration(seconds):
    parts = []
    for size, name in ((86400, "day"), (3600, "hour"), (60, "minute"), (1, "second")):
        n, seconds = divmod(seconds, size)
        if n:
            parts.append(f"{n} {name}{'s' if n != 1 else ''}")
    return ", ".join(parts[:-1]) + (" and " if len(parts) > 1 else "") + parts[-1] if parts else "now"


for s in (0, 1, 59, 60, 3661, 86400, 90061, 10 ** 6):
    print(s, duration(s))


def parse_duration(text):
    total, number = 0, ""
    for c in text:
        if c.isdigit():
            number += c
        elif c in "dhms" and number:
            total += int(number) * {"d": 86400, "h": 3600, "m": 60, "s": 1}[c]
            number = ""
        elif not c.isspace():
            raise ValueError(f"bad character {c!r} in {text!r}")
    if number:
        raise ValueError(f"missing unit in {text!r}")
    return total


for text in ("1h30m", "2d 4h", "45s", "10", "5x", ""):
    try:
        print(text, parse_duration(text))
    except ValueError as e:
        print(e)
