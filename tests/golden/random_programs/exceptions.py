# Found by random programs: what stands in an except clause is at fault, and the clause is what is marked.
try: 1 / 0
except (1, 2): pass

# --- a clause of several lines is shown whole
try: 1 / 0
except 5 as e:
    pass
    pass

# --- except* too
try: 1 / 0
except* ValueError: pass
except* ExceptionGroup as e:
    pass
    pass

# --- an element that is no pair gets a note
def message(function):
    try: function()
    except (TypeError, ValueError) as e: print(repr(e), getattr(e, '__notes__', None))
message(lambda: dict([1]))
message(lambda: dict([(1, 2), None]))
message(lambda: {}.update(map(lambda x: x, [3])))
message(lambda: dict([(1, 2, 3)]))
dict([1])

# --- only Python functions count for the recursion limit
def g(n): return sorted([2, 1], key=g)
try: g(0)
except RecursionError as e: print(e)
depth = 0
def h(n):
    global depth
    depth += 1
    return list(map(h, [n]))
try: h(0)
except RecursionError: print(depth)
g(0)
