# Text statistics: words, letters, n-grams, concordance.
TEXT = """It was the best of times, it was the worst of times, it was the age of wisdom,
it was the age of foolishness, it was the epoch of belief, it was the epoch of incredulity,
it was the season of Light, it was the season of Darkness, it was the spring of hope,
it was the winter of despair."""


def words(text):
    current = []
    for c in text.lower() + " ":
        if c.isalpha():
            current.append(c)
        elif current:
            yield "".join(current)
            current.clear()


def count(items):
    table = {}
    for item in items:
        table[item] = table.get(item, 0) + 1
    return table


def top(table, n):
    return sorted(table.items(), key=lambda kv: (-kv[1], kv[0]))[:n]


def ngrams(items, n):
    items = list(items)
    return zip(*(items[i:] for i in range(n)))


def bar(value, largest, width=30):
    return "#" * max(1, round(value / largest * width))


def wrap(text, width):
    lines, line = [], ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return lines + [line] if line else lines


def justify(line, width):
    parts = line.split()
    if len(parts) == 1:
        return line.ljust(width)
    gaps = len(parts) - 1
    spaces = width - sum(map(len, parts))
    out = ""
    for i, word in enumerate(parts[:-1]):
        out += word + " " * (spaces // gaps + (i < spaces % gaps))
    return out + parts[-1]


table = count(words(TEXT))
print(len(table), sum(table.values()), top(table, 8))
largest = max(table.values())
for word, n in top(table, 5):
    print(f"{word:>6} {n:>3} {bar(n, largest)}")
letters = count(c for c in TEXT.lower() if c.isalpha())
print(top(letters, 6), sorted(set("abcdefghijklmnopqrstuvwxyz") - set(letters)))
print(top(count(ngrams(words(TEXT), 2)), 3))
print(top(count(" ".join(g) for g in ngrams(words(TEXT), 3)), 3))
for line in wrap(TEXT, 40):
    print("|" + justify(line, 40) + "|")
print({n: sorted(w for w in table if len(w) == n) for n in sorted({len(w) for w in table})})
longest = max(words(TEXT), key=len)
print(longest, TEXT.count("it was"), TEXT.lower().count("it was"), TEXT.split(",")[0], [len(s.split()) for s in TEXT.split(",")])
index = {}
for number, line in enumerate(TEXT.splitlines(), 1):
    for w in words(line):
        index.setdefault(w, set()).add(number)
print({w: sorted(lines) for w, lines in sorted(index.items()) if len(lines) > 2})
print(" ".join(w.capitalize() if i % 2 else w.upper() for i, w in enumerate(TEXT.split()[:8])))
