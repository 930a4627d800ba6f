# An exception that is its own argument.
e = ValueError()
e.args = (e,)
try:
    print(str(e))
except RecursionError:
    print("RecursionError")
