# except* at each depth: making a group calls a native, and the stack grows there at one of them
def f(n):
    try:
        raise ValueError(n)
    except* ValueError as e:
        if not isinstance(e, ExceptionGroup) or e.exceptions[0].args != (n,):
            print('wrong', n, type(e))
    if n < 900:
        f(n + 1)
f(0)
print('done')
