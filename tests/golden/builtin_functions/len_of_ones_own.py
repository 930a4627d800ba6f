# What the module builtins holds is what names mean: CPython 3.14 reference, "Builtins and restricted execution".
import builtins
real = builtins.max
builtins.max = lambda *numbers: 'mine'
print(max(1, 2))
builtins.max = real
print(max(1, 2))

# --- len of lists, tuples, texts and dicts
# CPython: calls what builtins.len has become also for these; a len of the program's own, global or local, counts
import builtins
real = builtins.len
builtins.len = lambda thing: 'mine'
print(len([1]), len({1}))
builtins.len = real
