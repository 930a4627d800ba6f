# Lists, sets and dicts by comprehension, nested ones, conditions.
total = 0
for k in range(500):
    squares = [x * x for x in range(2500)]
    odd = [x for x in squares if x & 1]
    table = {x: i for i, x in enumerate(odd)}
    rests = {x % 97 for x in squares}
    matrix = [[i * j for j in range(30)] for i in range(30)]
    flat = [y for row in matrix for y in row if y % 3 == k % 3]
    total += len(odd) + len(table) + len(rests) + sum(flat)
print(total)
