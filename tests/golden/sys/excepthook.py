# sys.excepthook: CPython 3.14 library, "sys".
# CPython: calls it with uncaught exceptions; here they go to whoever runs the program, and setting it has no effect
import sys
sys.excepthook = lambda kind, error, trace: print('mine:', error)
1 / 0
