# A native that cannot wait for what it began to call, and raises: nothing of that runs or shows.
# CPython: args may be any iterable, the members of a group a sequence that is read as one
def values():
    try:
        yield 1
    finally:
        print('ended')


def asked(value):
    try:
        return print('asked') or value
    except BaseException as e:
        return print('caught', e)


error = ValueError(2)
for iterable in values(), map(asked, [1]), filter(asked, values()), map(asked, values()):
    try:
        error.args = iterable
    except TypeError as e:
        print(e, e.__traceback__.tb_next, error.args)
    for kind in ExceptionGroup, BaseExceptionGroup:
        try:
            kind('a', iterable)
        except TypeError as e:
            print(e, e.__traceback__.tb_next)
try:
    UnicodeDecodeError(*[]).args = map(asked, [1, 2])
except TypeError as e:
    print(e)
