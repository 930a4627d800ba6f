# Recursion with generators and sets.
def solutions(n, row=0, columns=0, left=0, right=0):
    if row == n:
        yield 1
        return
    for column in range(n):
        bit = 1 << column
        if columns & bit or left & (1 << (row + column)) or right & (1 << (row - column + n)):
            continue
        yield from solutions(n, row + 1, columns | bit, left | (1 << (row + column)), right | (1 << (row - column + n)))

print(sum(solutions(11)), sum(solutions(8)))
