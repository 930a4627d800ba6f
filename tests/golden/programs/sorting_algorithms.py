# Sorting algorithms against sorted().
def bubble(l):
    l = l[:]
    for end in range(len(l) - 1, 0, -1):
        swapped = False
        for i in range(end):
            if l[i] > l[i + 1]:
                l[i], l[i + 1] = l[i + 1], l[i]
                swapped = True
        if not swapped:
            break
    return l


def insertion(l):
    l = l[:]
    for i in range(1, len(l)):
        x, j = l[i], i
        while j and l[j - 1] > x:
            l[j] = l[j - 1]
            j -= 1
        l[j] = x
    return l


def selection(l):
    l = l[:]
    for i in range(len(l)):
        m = min(range(i, len(l)), key=l.__getitem__)
        l[i], l[m] = l[m], l[i]
    return l


def quick(l):
    if len(l) <= 1:
        return l
    pivot = l[len(l) // 2]
    return quick([x for x in l if x < pivot]) + [x for x in l if x == pivot] + quick([x for x in l if x > pivot])


def merge(l):
    if len(l) < 2:
        return l
    a, b = merge(l[:len(l) // 2]), merge(l[len(l) // 2:])
    out, i, j = [], 0, 0
    while i < len(a) and j < len(b):
        if b[j] < a[i]:
            out.append(b[j])
            j += 1
        else:
            out.append(a[i])
            i += 1
    return out + a[i:] + b[j:]


def heap(l):
    l = l[:]

    def sift(start, end):
        root = start
        while (child := 2 * root + 1) < end:
            if child + 1 < end and l[child] < l[child + 1]:
                child += 1
            if l[root] >= l[child]:
                return
            l[root], l[child] = l[child], l[root]
            root = child

    for start in range(len(l) // 2 - 1, -1, -1):
        sift(start, len(l))
    for end in range(len(l) - 1, 0, -1):
        l[0], l[end] = l[end], l[0]
        sift(0, end)
    return l


def counting(l):
    if not l:
        return []
    low = min(l)
    counts = [0] * (max(l) - low + 1)
    for x in l:
        counts[x - low] += 1
    return [v + low for v, n in enumerate(counts) for _ in range(n)]


def radix(l):
    offset = min(l, default=0)
    l = [x - offset for x in l]
    shift = 0
    while any(x >> shift for x in l):
        buckets = [[] for _ in range(16)]
        for x in l:
            buckets[x >> shift & 15].append(x)
        l = [x for b in buckets for x in b]
        shift += 4
    return [x + offset for x in l]


def shell(l):
    l = l[:]
    gap = len(l) // 2
    while gap:
        for i in range(gap, len(l)):
            x, j = l[i], i
            while j >= gap and l[j - gap] > x:
                l[j] = l[j - gap]
                j -= gap
            l[j] = x
        gap //= 2
    return l


def numbers(n, seed=1):
    for _ in range(n):
        seed = (seed * 6364136223846793005 + 1442695040888963407) % 2 ** 64
        yield (seed >> 33) % 1000 - 500


inputs = {"empty": [], "one": [5], "sorted": list(range(20)), "reversed": list(range(20, 0, -1)), "equal": [7] * 10, "random": list(numbers(150)), "negative": [-3, 5, -1, 0, -3]}
for f in (bubble, insertion, selection, quick, merge, heap, counting, radix, shell):
    print(f"{f.__name__:<10}", {name: f(data) == sorted(data) for name, data in inputs.items()}, f(inputs["negative"]))
print(inputs["random"][:10], all(a == b for a, b in zip(inputs["random"], numbers(150))))


def is_stable(sort):
    records = [(k % 3, i) for i, k in enumerate(numbers(30))]
    return sort(records) == sorted(records)


print([f.__name__ for f in (bubble, insertion, merge, quick, heap) if is_stable(f)])


def kth(l, k):
    pivot = l[0]
    less, more = [x for x in l if x < pivot], [x for x in l if x > pivot]
    if k < len(less):
        return kth(less, k)
    if k >= len(l) - len(more):
        return kth(more, k - (len(l) - len(more)))
    return pivot


print([kth(inputs["random"], k) == sorted(inputs["random"])[k] for k in (0, 10, 75, 149)])
