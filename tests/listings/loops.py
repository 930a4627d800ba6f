# Tests stand behind the body; ranges need no object; comprehensions no frame.
def loops(items, n):
    total = 0
    for i in range(n):
        if i % 2 == 0 and i > 3 or not items:
            continue
        total += i
    for key, value in items.items():
        total = total + value
    while total > 10:
        total -= 1
        if total is None:
            break
    else:
        total = 0
    return [x * y for x in items if x for y in range(x)], {k: v for k, v in items}

# ---- code
# #0 <module>(): line 1, 0 locals, 5 registers, module
#     2    0 MAKE_FUNCTION     r0 r0.. 0 #1
#          2 STORE_GLOBAL      r0 @loops
#          3 RETURN_NONE
#
# #1 loops(items, n): line 2, 6 locals, 18 registers
#     3    0 LOADI             r2:total 0
#     4    1 MOVE              r6 r1:n
#          2 FOR_RANGE         r6.. 1 @range -> 6
#          5 JUMP              -> 20
#          6 MOVE              r10 r6
#          7 CALL_GLOBAL       r9 r9.. 1 @range
#          9 FOR_PREP          r6.. r9
#         10 JUMP              -> 20
#     5   11 MOD_K             r9 r3:i 2
#         12 JEQ_K             r9 0 0 -> 16
#         14 JGT_K             r3:i 3 1 -> 20
#         16 JTRUE             r0:items -> 19
#     6   18 JUMP              -> 20
#     7   19 IADD              r2:total r2:total r3:i
#     4   20 FOR_ITER          r6.. r3:i -> 11
#     8   22 MOVE              r10 r0:items
#         23 CALL_METHOD       r6 r10.. 0 items
#         25 FOR_PREP          r6.. r6
#         26 JUMP              -> 28
#     9   27 ADD               r2:total r2:total r5:value
#     8   28 FOR_ITER_N        r6.. r4.. 2 -> 27
#    10   30 JUMP              -> 35
#    11   31 ISUBI             r2:total r2:total 1
#    12   32 JNONE             r2:total 0 -> 35
#    13   34 JUMP              -> 38
#    10   35 JGT_K             r2:total 10 1 -> 31
#    15   37 LOADI             r2:total 0
#    16   38 FOR_PREP          r8.. r0:items
#         39 BUILD_LIST        r6 r0.. 0
#         40 LOADP             r11 4 (Undefined)
#         41 LOADP             r12 4 (Undefined)
#         42 JUMP              -> 59
#         43 JFALSE            r11 -> 59
#         45 MOVE              r13 r11
#         46 FOR_RANGE         r13.. 1 @range -> 50
#         49 JUMP              -> 57
#         50 MOVE              r17 r13
#         51 CALL_GLOBAL       r16 r16.. 1 @range
#         53 FOR_PREP          r13.. r16
#         54 JUMP              -> 57
#         55 MUL               r16 r11 r12
#         56 LIST_APPEND       r6 r16
#         57 FOR_ITER          r13.. r12 -> 55
#         59 FOR_ITER          r8.. r11 -> 43
#         61 FOR_PREP          r8.. r0:items
#         62 BUILD_MAP         r7 r0.. 0
#         63 JUMP              -> 65
#         64 MAP_ADD           r7 r11 r12
#         65 FOR_ITER_N        r8.. r11.. 2 -> 64
#         67 BUILD_TUPLE       r6 r6.. 2
#         68 RETURN            r6
