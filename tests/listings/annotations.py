x: int = 1
if x:
    y: str


def f[T: int](a: T, *b: list[T]) -> "T":
    c: T = a
    return c


type Pair[A] = tuple[A, A]

# ---- code
# #0 <module>(): line 1, 0 locals, 3 registers, module
#     1    0 BUILD_SET         r0 r0.. 0
#          1 STORE_GLOBAL      r0 @__conditional_annotations__
#          2 MAKE_FUNCTION     r0 r0.. 0 #1
#          4 SET_ANNOTATE      r0
#          5 STORE_GLOBAL      r0 @__annotate__
#          6 LOADI             r0 1
#          7 STORE_GLOBAL      r0 @x
#     2    8 LOAD_GLOBAL       r0 @x
#          9 JFALSE            r0 -> 14
#     3   11 LOADI             r0 0
#         12 LOAD_GLOBAL       r1 @__conditional_annotations__
#         13 SET_ADD           r1 r0
#     6   14 MAKE_FUNCTION     r0 r0.. 0 #2
#         16 CALL              r0 r0.. 0
#         17 STORE_GLOBAL      r0 @f
#    11   18 MAKE_FUNCTION     r0 r0.. 0 #6
#         20 CALL              r0 r0.. 0
#         21 STORE_GLOBAL      r0 @Pair
#         22 RETURN_NONE
#
# #1 __annotate__(.format): line 1, 1 locals, 4 registers, lambda
#     1    0 JGT_K             r0:.format 2 0 -> 4
#          2 LOAD_GLOBAL       r1 @NotImplementedError
#          3 RAISE             r1
#          4 BUILD_MAP         r1 r0.. 0
#          5 LOADK             r2 'x'
#          6 LOAD_GLOBAL       r3 @int
#          7 MAP_ADD           r1 r2 r3
#     3    8 LOADI             r2 0
#          9 LOAD_GLOBAL       r3 @__conditional_annotations__
#         10 JIN               r2 r3 0 -> 15
#         12 LOADK             r2 'y'
#         13 LOAD_GLOBAL       r3 @str
#         14 MAP_ADD           r1 r2 r3
#     1   15 RETURN            r1
#
# #2 <generic parameters of f>(): line 6, 1 locals, 11 registers, lambda
#          0 MAKE_CELL         r0:T
#     6    1 LOADP             r7 4 (Undefined)
#          2 LOADP             r8 4 (Undefined)
#          3 LOADP             r9 1 (False)
#          4 LOADK             r10 (1)
#          5 MAKE_FUNCTION     r7 r10.. 1 #3
#          7 TYPE_VAR          r6 r7.. 0 T
#          9 BUILD_LIST        r5 r6.. 1
#         10 STORE_CELL        r0:T r6
#         11 LIST_TO_TUPLE     r4 r5
#         12 MAKE_FUNCTION     r3 r0.. 0 #4
#         14 MAKE_FUNCTION     r1 r1.. 12 #5
#         16 RETURN            r1
#
# #3 T(.format): line 6, 1 locals, 2 registers, lambda, nested
#     6    0 JGT_K             r0:.format 2 0 -> 4
#          2 LOAD_GLOBAL       r1 @NotImplementedError
#          3 RAISE             r1
#          4 LOAD_GLOBAL       r1 @int
#          5 RETURN            r1
#
# #4 __annotate__(.format): line 6, 1 locals, 5 registers, lambda, nested
#   captures T from r0
#     6    0 JGT_K             r0:.format 2 0 -> 4
#          2 LOAD_GLOBAL       r1 @NotImplementedError
#          3 RAISE             r1
#          4 BUILD_MAP         r1 r0.. 0
#          5 LOADK             r2 'a'
#          6 LOAD_FREE         r3 0
#          7 MAP_ADD           r1 r2 r3
#          8 LOADK             r2 'b'
#          9 LOAD_GLOBAL       r3 @list
#         10 LOAD_FREE         r4 0
#         11 GETITEM           r3 r3 r4
#         12 MAP_ADD           r1 r2 r3
#         13 LOADK             r2 'return'
#         14 LOADK             r3 'T'
#         15 MAP_ADD           r1 r2 r3
#         16 RETURN            r1
#
# #5 f(a, b): line 6, 3 locals, 3 registers, *args, nested
#     7    0 MOVE              r2:c r0:a
#     8    1 RETURN            r2:c
#
# #6 <generic parameters of Pair>(): line 11, 1 locals, 10 registers, lambda
#          0 MAKE_CELL         r0:A
#    11    1 LOADP             r7 4 (Undefined)
#          2 LOADP             r8 4 (Undefined)
#          3 LOADP             r9 1 (False)
#          4 TYPE_VAR          r6 r7.. 0 A
#          6 BUILD_LIST        r5 r6.. 1
#          7 STORE_CELL        r0:A r6
#          8 LIST_TO_TUPLE     r4 r5
#          9 MOVE              r5 r4
#         10 LOADK             r7 (1)
#         11 MAKE_FUNCTION     r6 r7.. 1 #7
#         13 TYPE_ALIAS        r1 r5.. Pair
#         15 RETURN            r1
#
# #7 Pair(.format): line 11, 1 locals, 4 registers, lambda, nested
#   captures A from r0
#    11    0 JGT_K             r0:.format 2 0 -> 4
#          2 LOAD_GLOBAL       r1 @NotImplementedError
#          3 RAISE             r1
#          4 LOAD_GLOBAL       r1 @tuple
#          5 LOAD_FREE         r2 0
#          6 LOAD_FREE         r3 0
#          7 BUILD_TUPLE       r2 r2.. 2
#          8 GETITEM           r1 r1 r2
#          9 RETURN            r1
