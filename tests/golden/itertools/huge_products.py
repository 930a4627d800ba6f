# oracle: native
# itertools.product with more indices than there can be.
import itertools
for arguments, repeat in [(([],), 2**62), (([1],), 2**60), (([1], [2]), 2**59), (([],), 2**63 - 1),
                          (([],), 2**63), ((), 2**62), (([1],), -1), (([3],), 0)]:
    try: print(list(itertools.product(*arguments, repeat=repeat)))
    except (OverflowError, MemoryError, ValueError) as e: print(type(e), e)
