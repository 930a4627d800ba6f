# CPython makes loops of all(), any() and tuple() over a generator expression: only the name is marked.
values = [1]
y = all(1 / 0 for _ in values), 5

# ---
y = 1 + any(
    1 / 0
    for _ in [1]
)

# ---
print(tuple(1 / 0 for _ in [1]))

# --- not of list()
print(list(1 / 0 for _ in [1]))

# --- nor of what is not a generator expression
print(all([1 / 0 for _ in [1]]))
