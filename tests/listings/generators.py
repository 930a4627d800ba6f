def gen(n):
    got = yield n
    yield from got
    return f"{got!r:>10} {n}"


async def work(items):
    async for item in items:
        await item
    async with items as x:
        pass
    return [y async for y in x]

# ---- code
# #0 <module>(): line 1, 0 locals, 5 registers, module
#     1    0 MAKE_FUNCTION     r0 r0.. 0 #1
#          2 STORE_GLOBAL      r0 @gen
#     7    3 MAKE_FUNCTION     r0 r0.. 0 #2
#          5 STORE_GLOBAL      r0 @work
#          6 RETURN_NONE
#
# #1 gen(n): line 1, 2 locals, 7 registers, generator
#          0 RETURN_GENERATOR
#     2    1 YIELD             r1:got r0:n
#     3    2 GET_YIELD_FROM    r3 r1:got
#          3 LOADP             r4 0 (None)
#          4 SEND              r4 r3 -> 8
#          6 YIELD_DELEGATE    r4 r3
#          7 JUMP              -> 4
#          8 MOVE              r2 r4
#     4    9 MOVE              r2 r1:got
#         10 MOVE              r3 r0:n
#         11 FSTRING           r2 r2.. 2 #0
#         13 RETURN            r2
#
# #2 work(items): line 7, 3 locals, 11 registers, coroutine
#          0 RETURN_GENERATOR
#     8    1 GET_AITER         r3 r0:items
#          2 GET_ANEXT         r4 r3
#          3 LOADP             r5 0 (None)
#          4 SEND              r5 r4 -> 8
#          6 YIELD_DELEGATE    r5 r4
#          7 JUMP              -> 4
#          8 MOVE              r1:item r5
#     9    9 MOVE              r7 r1:item
#         10 GET_AWAITABLE     r7 r7 0
#         11 LOADP             r8 0 (None)
#         12 SEND              r8 r7 -> 16
#         14 YIELD_DELEGATE    r8 r7
#         15 JUMP              -> 12
#         16 MOVE              r7 r8
#         17 MOVE              r6 r7
#     8   18 JUMP              -> 2
#         19 END_ASYNC_FOR     r4 -> 21
#    10   21 MOVE              r3 r0:items
#         22 WITH_CHECK        r3 1
#         23 MOVE              r5 r3
#         24 CALL_METHOD       r5 r5.. 0 __aenter__
#         26 GET_AWAITABLE     r5 r5 1
#         27 LOADP             r6 0 (None)
#         28 SEND              r6 r5 -> 32
#         30 YIELD_DELEGATE    r6 r5
#         31 JUMP              -> 28
#         32 MOVE              r5 r6
#         33 MOVE              r2:x r5
#         34 MOVE              r6 r3
#         35 LOADP             r7 0 (None)
#         36 LOADP             r8 0 (None)
#         37 LOADP             r9 0 (None)
#         38 CALL_METHOD       r6 r6.. 3 __aexit__
#         40 GET_AWAITABLE     r6 r6 2
#         41 LOADP             r10 0 (None)
#         42 SEND              r10 r6 -> 46
#         44 YIELD_DELEGATE    r10 r6
#         45 JUMP              -> 42
#         46 MOVE              r6 r10
#         47 MOVE              r5 r6
#         48 JUMP              -> 70
#         49 SET_HANDLED       r4
#         50 MOVE              r6 r3
#         51 GETATTR           r7 r4 __class__
#         53 MOVE              r8 r4
#         54 GETATTR           r9 r4 __traceback__
#         56 CALL_METHOD       r6 r6.. 3 __aexit__
#         58 GET_AWAITABLE     r6 r6 2
#         59 LOADP             r10 0 (None)
#         60 SEND              r10 r6 -> 64
#         62 YIELD_DELEGATE    r10 r6
#         63 JUMP              -> 60
#         64 MOVE              r6 r10
#         65 MOVE              r5 r6
#         66 JTRUE             r5 -> 69
#         68 RERAISE           r4
#         69 CLEAR_HANDLED
#    12   70 CHECK_LOCAL       r2:x x
#         71 GET_AITER         r4 r2:x
#         72 BUILD_LIST        r3 r0.. 0
#         73 GET_ANEXT         r8 r4
#         74 LOADP             r9 0 (None)
#         75 SEND              r9 r8 -> 79
#         77 YIELD_DELEGATE    r9 r8
#         78 JUMP              -> 75
#         79 MOVE              r7 r9
#         80 LIST_APPEND       r3 r7
#         81 JUMP              -> 73
#         82 END_ASYNC_FOR     r8 -> 84
#         84 RETURN            r3
#   on exception in [2, 8): 19, r4
#   on exception in [33, 34): 49, r4
#   on exception in [73, 79): 82, r8
