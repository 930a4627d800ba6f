# Parameters are registers; a result is computed where it is needed.
def add(a, b=2, *args, c, d=4, **kwargs):
    """Sums."""
    x = a + b * 3 - 1
    x += c
    a, b = b, a
    return x, -d


def counter():
    n = 0

    def step():
        nonlocal n
        n += 1
        return n

    return step


print(add(1, c=3), len([1, 2, 3, 4]), counter()())
"abc".join(str(i) for i in range(3))
f(*[1], **{"a": 2})

# ---- code
# #0 <module>(): line 1, 0 locals, 7 registers, module
#     2    0 LOADK             r1 (2)
#          1 BUILD_MAP         r2 r0.. 0
#          2 LOADK             r5 'd'
#          3 LOADI             r6 4
#          4 MAP_ADD           r2 r5 r6
#          5 MAKE_FUNCTION     r0 r1.. 3 #1
#          7 STORE_GLOBAL      r0 @add
#    10    8 MAKE_FUNCTION     r0 r0.. 0 #2
#         10 STORE_GLOBAL      r0 @counter
#    21   11 LOAD_GLOBAL       r4 @add
#         12 LOADI             r5 1
#         13 LOADI             r6 3
#         14 CALL_KW           r1 r4.. 2 ('c')
#         16 BUILD_LIST        r4 r0.. 0
#         17 LOADK             r5 (1, 2, 3, 4)
#         18 LIST_EXTEND       r4 r5
#         19 LEN               r2 r4 r5.. @len
#         21 CALL_GLOBAL       r3 r3.. 0 @counter
#         23 CALL              r3 r3.. 0
#         24 CALL_GLOBAL       r0 r0.. 3 @print
#    22   26 LOADK             r0 'abc'
#         27 CHECK_METHOD      r0 join
#         29 MAKE_FUNCTION     r1 r0.. 0 #4
#         31 LOADI             r3 3
#         32 CALL_GLOBAL       r2 r2.. 1 @range
#         34 GET_ITER          r2 r2
#         35 CALL              r1 r1.. 1
#         36 CALL_METHOD       r0 r0.. 1 join
#    23   38 LOAD_GLOBAL       r0 @f
#         39 LOADI             r3 1
#         40 BUILD_LIST        r3 r3.. 1
#         41 LOADK             r4 'a'
#         42 LOADI             r5 2
#         43 BUILD_MAP         r4 r4.. 1
#         44 STAR_KEYWORDS     r2 r4 r0
#         45 STAR_ARGS         r1 r3 1
#         46 CALL_EX           r0 r0..
#         47 RETURN_NONE
#
# #1 add(a, b, c, d, args, kwargs): line 2, 7 locals, 9 registers, *args, **kwargs
#   doc 'Sums.'
#     4    0 MUL_K             r8 r1:b 3
#          1 ADD               r7 r0:a r8
#          2 SUBI              r6:x r7 1
#     5    3 IADD              r6:x r6:x r2:c
#     6    4 MOVE              r7 r1:b
#          5 MOVE              r1:b r0:a
#          6 MOVE              r0:a r7
#     7    7 MOVE              r7 r6:x
#          8 NEG               r8 r3:d
#          9 BUILD_TUPLE       r7 r7.. 2
#         10 RETURN            r7
#
# #2 counter(): line 10, 2 locals, 6 registers
#          0 MAKE_CELL         r0:n
#    11    1 LOADI             r2 0
#          2 STORE_CELL        r0:n r2
#    13    3 MAKE_FUNCTION     r1:step r0.. 0 #3
#    18    5 RETURN            r1:step
#
# #3 counter.<locals>.step(): line 13, 0 locals, 1 registers, nested
#   captures n from r0
#    15    0 LOAD_FREE         r0 0
#          1 IADDI             r0 r0 1
#          2 STORE_FREE        r0 0
#    16    3 LOAD_FREE         r0 0
#          4 RETURN            r0
#
# #4 <genexpr>(.0): line 22, 2 locals, 7 registers, generator, lambda
#          0 RETURN_GENERATOR
#    22    1 FOR_PREP          r2.. r0:.0
#          2 JUMP              -> 7
#          3 MOVE              r6 r1:i
#          4 CALL_GLOBAL       r5 r5.. 1 @str
#          6 YIELD             r5 r5
#          7 FOR_ITER          r2.. r1:i -> 3
#          9 RETURN_NONE
