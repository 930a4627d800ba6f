# Sorting: ints, strings, with keys, partly sorted, and by hand.
state, numbers = 12345, []
for _ in range(120000):
    state = state * 1103515245 + 12345 & 0x7FFFFFFF
    numbers.append(state)
words = [str(n) for n in numbers]
a = sorted(numbers)
b = sorted(words)
c = sorted(words, key=len)
d = sorted(numbers, key=lambda n: -n)
e = sorted(a + d[:1000])
def quick(items):
    if len(items) < 2:
        return items
    pivot = items[len(items) // 2]
    return quick([x for x in items if x < pivot]) + [x for x in items if x == pivot] + quick([x for x in items if x > pivot])
print(a[5], b[5], c[5], d[5], e[5], quick(numbers[:30000]) == sorted(numbers[:30000]))
