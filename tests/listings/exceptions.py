# finally bodies are copied; the handled exception is set and cleared.
def f(x):
    try:
        return g(x)
    except ValueError as e:
        print(e)
    except (KeyError, TypeError):
        raise
    else:
        x = 1
    finally:
        h()
    with open(x) as a:
        a.read()
    try:
        x()
    except* OSError as group:
        print(group)

# ---- code
# #0 <module>(): line 1, 0 locals, 5 registers, module
#     2    0 MAKE_FUNCTION     r0 r0.. 0 #1
#          2 STORE_GLOBAL      r0 @f
#          3 RETURN_NONE
#
# #1 f(x): line 2, 4 locals, 12 registers
#     4    0 MOVE              r7 r0:x
#          1 CALL_GLOBAL       r6 r6.. 1 @g
#    12    3 CALL_GLOBAL       r7 r7.. 0 @h
#     4    5 RETURN            r6
#          6 SET_HANDLED       r5
#     5    7 LOAD_GLOBAL       r6 @ValueError
#          8 JNOMATCH          r5 r6 -> 19
#         10 MOVE              r1:e r5
#     6   11 MOVE              r9 r1:e
#         12 CALL_GLOBAL       r8 r8.. 1 @print
#         14 CLEAR_HANDLED
#         15 LOADP             r1:e 4 (Undefined)
#         16 JUMP              -> 26
#         17 LOADP             r1:e 4 (Undefined)
#         18 RERAISE           r7
#     7   19 LOAD_GLOBAL       r6 @KeyError
#         20 LOAD_GLOBAL       r7 @TypeError
#         21 BUILD_TUPLE       r6 r6.. 2
#         22 JNOMATCH          r5 r6 -> 25
#     8   24 RAISE_BARE
#         25 RERAISE           r5
#    12   26 CALL_GLOBAL       r6 r6.. 0 @h
#         28 JUMP              -> 33
#         29 SET_HANDLED       r4
#         30 CALL_GLOBAL       r6 r6.. 0 @h
#         32 RERAISE           r4
#    13   33 MOVE              r5 r0:x
#         34 CALL_GLOBAL       r4 r4.. 1 @open
#         36 WITH_CHECK        r4 0
#         37 MOVE              r6 r4
#         38 CALL_METHOD       r6 r6.. 0 __enter__
#         40 MOVE              r2:a r6
#    14   41 MOVE              r6 r2:a
#         42 CALL_METHOD       r6 r6.. 0 read
#    13   44 MOVE              r7 r4
#         45 LOADP             r8 0 (None)
#         46 LOADP             r9 0 (None)
#         47 LOADP             r10 0 (None)
#         48 CALL_METHOD       r6 r7.. 3 __exit__
#         50 JUMP              -> 64
#         51 SET_HANDLED       r5
#         52 MOVE              r7 r4
#         53 GETATTR           r8 r5 __class__
#         55 MOVE              r9 r5
#         56 GETATTR           r10 r5 __traceback__
#         58 CALL_METHOD       r6 r7.. 3 __exit__
#         60 JTRUE             r6 -> 63
#         62 RERAISE           r5
#         63 CLEAR_HANDLED
#    16   64 MOVE              r5 r0:x
#         65 CALL              r5 r5.. 0
#         66 JUMP              -> 92
#         67 SET_HANDLED       r4
#         68 BUILD_LIST        r5 r0.. 0
#         69 MOVE              r6 r4
#    17   70 LOAD_GLOBAL       r9 @OSError
#         71 EG_MATCH          r6.. r9
#         72 JNONE             r7 1 -> 84
#         74 SET_HANDLED       r7
#         75 MOVE              r3:group r7
#    18   76 MOVE              r11 r3:group
#         77 CALL_GLOBAL       r10 r10.. 1 @print
#         79 SET_HANDLED       r4
#         80 LOADP             r3:group 4 (Undefined)
#         81 JUMP              -> 84
#         82 LOADP             r3:group 4 (Undefined)
#         83 LIST_APPEND       r5 r8
#         84 JNONE             r6 1 -> 87
#         86 LIST_APPEND       r5 r6
#         87 EG_RERAISE        r5.. r4
#         88 CLEAR_HANDLED
#         89 JNONE             r5 1 -> 92
#         91 RERAISE           r5
#         92 RETURN_NONE
#   on exception in [0, 3): 6, r5
#   on exception in [5, 6): 6, r5
#   on exception in [11, 14): 17, r7
#   on exception in [0, 3): 29, r4
#   on exception in [5, 26): 29, r4
#   on exception in [40, 44): 51, r5
#   on exception in [64, 66): 67, r4
#   on exception in [76, 79): 82, r8, handling r4
