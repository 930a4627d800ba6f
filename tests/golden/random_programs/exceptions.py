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

# --- an exception that is alone becomes a group at the except*
try:
    raise ZeroDivisionError
except* ArithmeticError as e1:
    0[1]

# --- what is left of a group has no context to show
try: [][1]
except IndexError:
    try: raise ExceptionGroup('outer', [KeyError(1), OSError(2, 'x')])
    except* ValueError: pass

# --- only the innermost loop or finally decides about the warning
def f():
    try: pass
    finally:
        while 0:
            return 0
        for i in []:
            try: pass
            finally: break
        if 0: return 1
        def g(): return 2
        try: return 3
        finally: pass
        for i in []: continue
        else: return 4
f()
try: eval('1', 5)
except TypeError as e: print(e)
try: eval('1', [])
except TypeError as e: print(e)
