# What every program of edge_calls.py starts with. It runs under pysub and under CPython; a line of what it prints is
# "\x01" number, what the call gave, what its arguments are afterwards. See values.py for the helpers.
import itertools

R = [None]


def change(how):
    receiver = R[0]
    try:
        if how == 'clear':
            receiver.clear()
        elif how == 'append' or how == 'extend':
            if hasattr(receiver, 'append'):
                receiver.append(receiver[0])
            elif hasattr(receiver, 'add'):
                receiver.add(len(receiver))
            else:
                receiver[len(receiver)] = 1
        elif how == 'add':
            if hasattr(receiver, 'add'):
                receiver.add(len(receiver) + 100)
            else:
                receiver[(1, len(receiver))] = how
        elif how == 'pop':
            receiver.popitem() if hasattr(receiver, 'popitem') else receiver.pop()
        elif how == 'sort':
            receiver.sort()
        elif how == 'update':
            receiver.update({len(receiver): 0, 'z': 1})
    except Exception:
        pass


def changer(how):
    def changes(*args, **keywords):
        change(how)
        return args[0] if args else 1
    return changes


def changing(how):
    yield 1
    change(how)
    yield 'b'
    change(how)
    yield (3, 4)


def growing():
    for i in range(5):
        change('append')
        yield i


def own():
    # Reads the receiver while it is used.
    try:
        yield from itertools.islice(R[0], 5)
    except TypeError:
        pass


def own_iterator():
    x = [1, 2, 3]
    i = iter(x)
    next(i)
    x.pop()
    return i


def pairs():
    yield ('k', 1)
    change('update')
    yield [2, 'v']


def failing(count):
    for i in range(count):
        yield i
    raise KeyError('iterator')


def raiser(error):
    def raises(*args, **keywords):
        raise error
    return raises


def nester():
    # Calls the method or function of the receiver again.
    def nests(*args):
        receiver = R[0]
        return sorted([len(args), 0], key=lambda x: -x)
    return nests


def reader():
    def reads(*args):
        try:
            return len(R[0])
        except TypeError:
            return 0
    return reads


def stopping(count):
    left = [count]

    def call(*args):
        if not left[0]:
            return None
        left[0] -= 1
        return left[0] + 5
    return call


def nothing_after(count):
    # For iter(f, sentinel): ends whatever the sentinel is.
    left = [count]

    def call(*args):
        if left[0] < 0:
            raise StopIteration
        left[0] -= 1
        return left[0]
    return call


def selfish():
    x = [1]
    x.append(x)
    return x


def echo():
    got = None
    while True:
        try:
            got = yield got
        except ValueError as e:
            got = repr(e)


def started(generator):
    next(generator)
    return generator


def finished(generator):
    generator.close()
    return generator


async def coroutine():
    return 1


def closed(x):
    x.close()
    return x


def at(x, position):
    x.seek(position)
    return x


def prepared(x):
    x.prepare()
    return x


def caught():
    try:
        raise ValueError('caught')
    except ValueError as e:
        return e


def print_nothing(*args, **keywords):
    pass


def point(x, y):
    import collections
    return collections.namedtuple('point', 'x y')(x, y)


def short(text):
    # The length that is shown for a long text is that without the digits of addresses.
    if len(text) > 400 and ' at 0x' in text:
        parts = text.split(' at 0x')
        text = parts[0] + ''.join([' at 0x' + part.lstrip('0123456789abcdef') for part in parts[1:]])
    if len(text) > 400:
        return text[:300] + '...' + str(len(text)) + '...' + text[-60:]
    return text


def text_of(value):
    try:
        return short(ascii(value))
    except Exception as e:
        return 'no repr: ' + failure(e)


def show(value, depth=0):
    kind = type(value)
    if kind in PLAIN:
        return text_of(value)
    if depth > 3:
        return text_of(value)
    try:
        if kind is tuple or kind is list:
            if len(value) > 40:
                return text_of(value)
            return kind.__name__ + '(' + ', '.join([show(x, depth + 1) for x in value]) + ')'
        if kind is set or kind is frozenset:
            return kind.__name__ + '(' + ', '.join(sorted([show(x, depth + 1) for x in value])) + ')'
        if kind is dict:
            if len(value) > 40:
                return text_of(value)
            return 'dict(' + ', '.join([show(k, depth + 1) + ': ' + show(v, depth + 1) for k, v in list(value.items())]) + ')'
        if kind is memoryview:
            return 'memoryview ' + show((value.tobytes(), value.format, value.shape, value.strides, value.readonly))
        name = kind.__name__
        if isinstance(value, BaseException):
            return failure(value)
        if name == 'BytesIO' or name == 'StringIO':
            return name + show((value.getvalue(), value.tell()))
        if hasattr(value, 'hexdigest'):
            return 'hash ' + value.name
        if hasattr(value, '__next__') and name != 'TextIOWrapper' and name[:8] != 'Buffered':
            return name + ' of ' + taken(value, depth)
    except Exception as e:
        return type(value).__name__ + ' with ' + failure(e)
    return text_of(value)


def taken(iterator, depth):
    items = []
    for i in range(5):
        try:
            items.append(show(next(iterator), depth + 1))
        except StopIteration as e:
            items.append('end' if e.value is None else 'end ' + show(e.value, depth + 1))
            break
        except Exception as e:
            items.append(failure(e))
            break
    return ' '.join(items)


PLAIN = {int, str, bytes, bytearray, float, complex, bool, type(None), range, slice, type}


def failure(error):
    text = type(error).__name__ + ': '
    try:
        text += short(ascii(str(error)))
        if error.args != (str(error),):
            text += ' ' + short(ascii(error.args))
    except Exception as e:
        text += '(' + type(e).__name__ + ')'
    for name in ('name', 'obj', 'start', 'end', 'value', 'code', 'errno', 'lineno', 'offset', 'text', 'msg', 'pos'):
        value = getattr(error, name, None)
        if value is not None and type(value) in PLAIN:
            text += ' ' + name + '=' + text_of(value)
    cause = error.__cause__ or error.__context__
    if cause is not None:
        text += ' <- ' + type(cause).__name__
    return text


def t(number, values, call):
    R[0] = None
    try:
        values = values()
    except BaseException as e:
        print('\x01%d no values: %s' % (number, failure(e)))
        return
    R[0] = values[0] if values else None
    try:
        got = call(*values)
        text = show(got)
    except BaseException as e:
        text = 'raises ' + failure(e)
    try:
        after = ' | '.join([show(x) for x in values if type(x) not in FIXED])
    except BaseException as e:
        after = 'unreadable: ' + failure(e)
    print('\x01%d %s || %s' % (number, text, after))


FIXED = {int, str, bytes, float, complex, bool, type(None), range, slice, type, type(len), type(t), type([].append), type(...)}
