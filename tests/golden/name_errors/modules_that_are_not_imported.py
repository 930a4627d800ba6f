# A name that is a module of CPython: did one forget to import it?
pickle.dumps(1)

# ---
gc = 1
del gc
gcc = 2
gc.collect()

# ---
threading
