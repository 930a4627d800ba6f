# Integer arithmetic and branches in while loops.
best, best_length = 0, 0
for start in range(1, 45000):
    n, length = start, 1
    while n != 1:
        if n & 1:
            n = 3 * n + 1
        else:
            n >>= 1
        length += 1
    if length > best_length:
        best, best_length = start, length
print(best, best_length)
