# Event driven simulation with a priority queue written by hand.
def heap_push(heap, item):
    heap.append(item)
    i = len(heap) - 1
    while i and heap[i] < heap[(i - 1) // 2]:
        heap[i], heap[(i - 1) // 2] = heap[(i - 1) // 2], heap[i]
        i = (i - 1) // 2


def heap_pop(heap):
    top, last = heap[0], heap.pop()
    if heap:
        heap[0] = last
        i = 0
        while True:
            child = 2 * i + 1
            if child >= len(heap):
                break
            if child + 1 < len(heap) and heap[child + 1] < heap[child]:
                child += 1
            if heap[i] <= heap[child]:
                break
            heap[i], heap[child] = heap[child], heap[i]
            i = child
    return top


heap = []
for x in (5, 3, 8, 1, 9, 2, 2):
    heap_push(heap, x)
print(heap, [heap_pop(heap) for _ in range(7)], heap)


def simulate(customers, servers):
    events, free, waiting, log, order = [], servers, [], [], 0
    total_wait = 0

    def schedule(time, kind, who):
        nonlocal order
        heap_push(events, (time, order, kind, who))
        order += 1

    for name, (arrival, service) in customers.items():
        schedule(arrival, "arrive", (name, service))
    while events:
        now, _, kind, (name, service) = heap_pop(events)
        if kind == "arrive":
            waiting.append((now, name, service))
        else:
            free += 1
            log.append(f"{now:>3} {name} leaves")
        while free and waiting:
            arrived, name, service = waiting.pop(0)
            free -= 1
            total_wait += now - arrived
            log.append(f"{now:>3} {name} served, waited {now - arrived}")
            schedule(now + service, "leave", (name, service))
    return log, total_wait / len(customers)


CUSTOMERS = {"ann": (0, 5), "bob": (1, 3), "cid": (2, 8), "dee": (3, 2), "eve": (10, 1)}
for n in (1, 2, 3):
    log, average = simulate(CUSTOMERS, n)
    print(f"{n} server{'s' * (n > 1)}: average wait {average:.2f}")
    print("\n".join("  " + l for l in log))


def elevator(floors, calls):
    position, direction, pending, time, trace = 0, 1, {}, 0, []
    calls = sorted(calls)
    while calls or pending:
        while calls and calls[0][0] <= time:
            _, origin, target = calls.pop(0)
            pending.setdefault(origin, []).append(target)
        stops = pending.pop(position, None)
        if stops is not None:
            trace.append((time, position))
            for s in stops:
                if s is not None:
                    pending.setdefault(s, []).append(None)
        if pending and not any((f - position) * direction > 0 for f in pending):
            direction = -direction
        if pending:
            position += direction
            assert 0 <= position < floors, position
        time += 1
    return trace, time


print(elevator(10, [(0, 3, 0), (1, 5, 9), (4, 8, 1)]))
print(elevator(5, []), elevator(5, [(0, 0, 4)]))
