# A simulation of a CPU scheduler and a bank queue with a fixed pseudo-random sequence.
from collections import deque, namedtuple, OrderedDict
from operator import itemgetter, attrgetter

Job = namedtuple('Job', 'name arrival burst priority', defaults=(1,))

def lcg(seed):
    while True:
        seed = (seed * 1103515245 + 12345) & 0x7fffffff
        yield seed / 0x7fffffff

rnd = lcg(42)
jobs = [Job(f'J{i}', int(next(rnd) * 8), 1 + int(next(rnd) * 6), int(next(rnd) * 3)) for i in range(6)]
print(*jobs, sep='\n')

def report(label, finish):
    rows = []
    for job in jobs:
        turnaround = finish[job.name] - job.arrival
        rows.append((job.name, finish[job.name], turnaround, turnaround - job.burst))
    print(f'{label:=^34}')
    for row in rows: print('{:<4}{:>10}{:>10}{:>10}'.format(*row))
    print('mean wait {:.3f}, mean turnaround {:.3f}'.format(sum(map(itemgetter(3), rows)) / len(rows), sum(map(itemgetter(2), rows)) / len(rows)))

def fcfs():
    clock, finish = 0, {}
    for job in sorted(jobs, key=attrgetter('arrival', 'name')):
        clock = max(clock, job.arrival) + job.burst
        finish[job.name] = clock
    return finish

def sjf():
    clock, finish, waiting = 0, {}, list(jobs)
    while waiting:
        ready = [j for j in waiting if j.arrival <= clock]
        if not ready:
            clock = min(j.arrival for j in waiting)
            continue
        job = min(ready, key=lambda j: (j.burst, j.arrival, j.name))
        waiting.remove(job)
        clock += job.burst
        finish[job.name] = clock
    return finish

def round_robin(quantum):
    clock, finish = 0, {}
    left = {j.name: j.burst for j in jobs}
    coming = deque(sorted(jobs, key=lambda j: (j.arrival, j.name)))
    queue, chart = deque(), []
    while coming or queue:
        while coming and coming[0].arrival <= clock: queue.append(coming.popleft())
        if not queue:
            clock = coming[0].arrival
            continue
        job = queue.popleft()
        run = min(quantum, left[job.name])
        chart.append(f'{job.name}:{clock}-{clock + run}')
        clock += run
        left[job.name] -= run
        while coming and coming[0].arrival <= clock: queue.append(coming.popleft())
        if left[job.name]: queue.append(job)
        else: finish[job.name] = clock
    print(' '.join(chart))
    return finish

report('FCFS', fcfs())
report('SJF', sjf())
report('RR q=2', round_robin(2))
print(Job('x', 1, 2)._asdict(), Job._fields, Job('a', 1, 2)._replace(burst=9), Job._field_defaults)

cache = OrderedDict()
hits = 0
for n in [int(next(rnd) * 7) for _ in range(40)]:
    if n in cache:
        hits += 1
        cache.move_to_end(n)
    else:
        cache[n] = n * n
        if len(cache) > 3: cache.popitem(last=False)
print(hits, list(cache.items()), cache)
try: Job('too', 1)
except TypeError as e: print(e)
try: Job('q', 1, 2).name = 'z'
except AttributeError as e: print(e)
