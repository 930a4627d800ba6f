# Parsing records, grouping, joining, aggregation.
SALES = '''date,region,product,units,price
2024-01-05,North,Apple,10,0.50
2024-01-06,South,"Pear, green",4,0.75
2024-01-06,North,Apple,3,0.50
2024-02-01,East,Melon,1,3.20
2024-02-03,South,Apple,20,0.45
2024-02-10,North,"Quote ""Q""",2,9.99
bad line
2024-03-01,East,Melon,two,3.20
'''


def split_record(line):
    fields, field, quoted, i = [], "", False, 0
    while i < len(line):
        c = line[i]
        if quoted:
            if c == '"' and line[i + 1:i + 2] == '"':
                field += '"'
                i += 1
            elif c == '"':
                quoted = False
            else:
                field += c
        elif c == '"':
            quoted = True
        elif c == ",":
            fields.append(field)
            field = ""
        else:
            field += c
        i += 1
    return fields + [field]


def read(text):
    lines = iter(text.strip().splitlines())
    header = split_record(next(lines))
    for number, line in enumerate(lines, start=2):
        try:
            record = dict(zip(header, split_record(line), strict=True))
            record["units"] = int(record["units"])
            record["price"] = float(record["price"])
        except ValueError as error:
            print(f"line {number}: {error}")
            continue
        yield record


def group(records, key):
    groups = {}
    for record in records:
        groups.setdefault(key(record), []).append(record)
    return groups


def summarise(records):
    units = sum(r["units"] for r in records)
    value = sum(r["units"] * r["price"] for r in records)
    return {"n": len(records), "units": units, "value": round(value, 2), "mean": round(value / units, 3)}


records = list(read(SALES))
print(len(records), records[1], records[-1]["product"])
for name, key in (("region", lambda r: r["region"]), ("month", lambda r: r["date"][:7]), ("product", lambda r: r["product"])):
    print(f"by {name}:")
    for k, rs in sorted(group(records, key).items()):
        print(f"  {k:<12}", summarise(rs))
pivot = {}
for r in records:
    row = pivot.setdefault(r["region"], {})
    row[r["date"][5:7]] = row.get(r["date"][5:7], 0) + r["units"]
months = sorted({m for row in pivot.values() for m in row})
print("region  " + "".join(f"{m:>6}" for m in months))
for region, row in sorted(pivot.items()):
    print(f"{region:<8}" + "".join(f"{row.get(m, '-'):>6}" for m in months))
managers = {"North": "Ann", "South": "Bob"}
joined = [(r["product"], managers.get(r["region"], "?")) for r in records]
print(joined)


def quote(value):
    s = str(value)
    return '"' + s.replace('"', '""') + '"' if any(c in s for c in ',"\n') else s


out = "\n".join(",".join(quote(v) for v in r.values()) for r in records)
print(out)
print(list(map(split_record, out.splitlines()))[1][2], split_record('a,"b,""c""",,'), split_record(""))
