# Scheduling: intervals, rooms, critical path, round robin.
def overlaps(a, b):
    return a[0] < b[1] and b[0] < a[1]


def merge(intervals):
    out = []
    for start, end in sorted(intervals):
        if out and start <= out[-1][1]:
            out[-1] = out[-1][0], max(out[-1][1], end)
        else:
            out.append((start, end))
    return out


def gaps(intervals, start, end):
    for a, b in merge(intervals):
        if start < a:
            yield start, a
        start = max(start, b)
    if start < end:
        yield start, end


def rooms(meetings):
    assigned, free_at = {}, []
    for name, (start, end) in sorted(meetings.items(), key=lambda kv: kv[1]):
        for i, t in enumerate(free_at):
            if t <= start:
                free_at[i] = end
                assigned[name] = i
                break
        else:
            assigned[name] = len(free_at)
            free_at.append(end)
    return assigned, len(free_at)


def clock(minutes):
    return f"{minutes // 60:02}:{minutes % 60:02}"


def minutes(text):
    h, m = map(int, text.split(":"))
    if not (0 <= h < 24 and 0 <= m < 60):
        raise ValueError(f"bad time {text!r}")
    return h * 60 + m


meetings = {n: tuple(map(minutes, t.split("-"))) for n, t in {"standup": "09:00-09:15", "review": "09:10-10:00", "lunch": "12:00-13:00", "plan": "12:30-14:00", "demo": "09:00-12:00", "1:1": "13:00-13:30"}.items()}
print(rooms(meetings))
print([f"{clock(a)}-{clock(b)}" for a, b in merge(meetings.values())], [f"{clock(a)}-{clock(b)}" for a, b in gaps(meetings.values(), minutes("08:00"), minutes("18:00"))])
print([(a, b) for a in meetings for b in meetings if a < b and overlaps(meetings[a], meetings[b])])
for bad in ("25:00", "9", "x:y"):
    try:
        minutes(bad)
    except ValueError as e:
        print(e)
TASKS = {"design": (3, []), "backend": (5, ["design"]), "frontend": (4, ["design"]), "db": (2, ["design"]), "api": (3, ["backend", "db"]), "test": (4, ["frontend", "api"]), "docs": (1, ["design"]), "ship": (1, ["test", "docs"])}


def critical_path(tasks):
    earliest = {}

    def finish(name, chain=()):
        if name in chain:
            raise ValueError("cycle: " + " -> ".join(chain[chain.index(name):] + (name,)))
        if name not in earliest:
            duration, needs = tasks[name]
            earliest[name] = duration + max((finish(n, chain + (name,)) for n in needs), default=0)
        return earliest[name]

    end = max(tasks, key=finish)
    path = [end]
    while needs := tasks[path[-1]][1]:
        path.append(max(needs, key=earliest.get))
    return earliest, path[::-1]


earliest, path = critical_path(TASKS)
for name, end in sorted(earliest.items(), key=lambda kv: (kv[1], kv[0])):
    start = end - TASKS[name][0]
    print(f"{name:<9}{' ' * start}{('#' if name in path else '=') * TASKS[name][0]} {start}-{end}")
print(" -> ".join(path), earliest[path[-1]])
try:
    critical_path({"a": (1, ["b"]), "b": (1, ["c"]), "c": (1, ["a"])})
except ValueError as e:
    print(e)
try:
    critical_path({"a": (1, ["zz"])})
except KeyError as e:
    print("unknown task", e)


def round_robin(jobs, quantum):
    queue, time, done = list(jobs.items()), 0, {}
    while queue:
        name, left = queue.pop(0)
        used = min(quantum, left)
        time += used
        if left > used:
            queue.append((name, left - used))
        else:
            done[name] = time
    return done


print(round_robin({"a": 5, "b": 2, "c": 7}, 2), round_robin({"a": 5, "b": 2, "c": 7}, 100))


def select(activities):
    chosen, last = [], float("-inf")
    for name, (start, end) in sorted(activities.items(), key=lambda kv: kv[1][1]):
        if start >= last:
            chosen.append(name)
            last = end
    return chosen


print(select({"a": (1, 4), "b": (3, 5), "c": (0, 6), "d": (5, 7), "e": (3, 9), "f": (6, 10), "g": (8, 11)}))
