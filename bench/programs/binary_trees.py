# Many small objects that live for a while: the allocator and the collector.
def make(depth):
    if depth == 0:
        return (None, None)
    return (make(depth - 1), make(depth - 1))

def check(tree):
    left, right = tree
    return 1 if left is None else 1 + check(left) + check(right)

total = 0
kept = make(16)
for depth in range(4, 16, 2):
    for _ in range(1 << (16 - depth)):
        total += check(make(depth))
print(total + check(kept))
