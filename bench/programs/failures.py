# Exceptions: raised, caught at several depths, finally, with contexts.
def parse(text):
    try:
        return int(text)
    except ValueError:
        raise KeyError(text) from None

def guarded(i, log):
    try:
        return parse("7" if i % 3 else "x")
    except KeyError as e:
        log.append(len(e.args))
        return 0
    finally:
        log.append(1)

log, total = [], 0
for i in range(120000):
    total += guarded(i, log)
    if len(log) > 1000:
        log.clear()
for i in range(120000):
    try:
        [][i]
    except (TypeError, IndexError):
        total += 1
    try:
        {}["k"]
    except LookupError as e:
        total += e.args == ("k",)
print(total, len(log))
