# timeit. CPython 3.14 library, "timeit".
import sys as _sys
import time as _time

__all__ = ["Timer", "timeit", "repeat", "default_timer"]

dummy_src_name = '<timeit-src>'
default_number = 1000000
default_repeat = 5
default_timer = _time.perf_counter


def _indented(text, depth):
    return text.replace('\n', '\n' + ' ' * depth)


def _timer():
    def __init__(self, stmt='pass', setup='pass', timer=default_timer, globals=None):
        self.timer = timer
        names = _program_globals() if globals is None else globals
        local, init, parts = {}, '', []
        for what, name, depth in ((setup, 'setup', 4), (stmt, 'stmt', 8)):
            if isinstance(what, str):
                # Alone first: a statement that ends the function around it, or needs one, is refused.
                compile(setup + '\n' + what if name == 'stmt' and isinstance(setup, str) else what, dummy_src_name, 'exec')
                parts.append(_indented(what, depth))
            elif callable(what):
                local['_' + name] = what
                init += ', _%s=_%s' % (name, name)
                parts.append('_%s()' % name)
            else:
                raise ValueError(f'{name} is neither a string nor callable')
        self.src = ('\ndef inner(_it, _timer%s):\n    %s\n    _t0 = _timer()\n    for _i in _it:\n        %s\n        pass\n'
                    '    _t1 = _timer()\n    return _t1 - _t0\n' % (init, *parts))
        exec(compile(self.src, dummy_src_name, 'exec'), names, local)
        self.inner = local['inner']

    def print_exc(self, file=None):
        """Helper to print a traceback from the timed code."""
        import traceback
        traceback.print_exc(file=file)

    def timeit(self, number=default_number):
        """Time 'number' executions of the main statement."""
        from itertools import repeat
        return self.inner(repeat(None, number), self.timer)

    def repeat(self, repeat=default_repeat, number=default_number):
        """Call timeit() a few times."""
        return [self.timeit(number) for _ in range(repeat)]

    def autorange(self, callback=None):
        """Return the number of loops and time taken so that total time >= 0.2."""
        scale = 1
        while True:
            for digit in (1, 2, 5):
                number = scale * digit
                taken = self.timeit(number)
                if callback:
                    callback(number, taken)
                if taken >= 0.2:
                    return number, taken
            scale *= 10

    return locals()


_define(Timer, _timer())


def timeit(stmt="pass", setup="pass", timer=default_timer, number=default_number, globals=None):
    """Convenience function to create Timer object and call timeit method."""
    return Timer(stmt, setup, timer, globals).timeit(number)


def repeat(stmt="pass", setup="pass", timer=default_timer, repeat=default_repeat, number=default_number, globals=None):
    """Convenience function to create Timer object and call repeat method."""
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)


_USAGE = """usage: python -m timeit [-n N] [-r N] [-u UNIT] [-s S] [-p] [-v] [-h] [--] [statement]

  -n/--number N   how many times to execute the statement (default: found out)
  -r/--repeat N   how many times to repeat the timer (default 5)
  -s/--setup S    statement to be executed once at the beginning (default "pass")
  -p/--process    use time.process_time() (default: time.perf_counter())
  -v/--verbose    print the times as they come
  -u/--unit UNIT  nsec, usec, msec or sec
  -h/--help       print this text
"""


def main(args=None, *, _wrap_timer=None):
    """Main program, used when run as a script."""
    words = list(_sys.argv[1:] if args is None else args)
    number, repeats, setup, unit, verbose, precision, timer = 0, default_repeat, [], None, 0, 3, default_timer
    takes = {'-n': 'number', '-r': 'repeat', '-s': 'setup', '-u': 'unit'}

    def complain(text):
        print(text)
        print('use -h/--help for command line help')
        return 2

    while words and words[0].startswith('-') and words[0] != '-':
        word = words.pop(0)
        if word == '--':
            break
        value = None
        if word.startswith('--'):
            name, _, value = word[2:].partition('=')
            value = value if _ else None
            found = [full for full in ('number', 'repeat', 'setup', 'process', 'verbose', 'unit', 'help') if full.startswith(name)]
            if not found:
                return complain('option --%s not recognized' % name)
            name = found[0]
            if value is not None and name in ('process', 'verbose', 'help'):
                return complain('option --%s must not have an argument' % name)
            shown = '--' + name
        else:
            letter = word[:2]
            if letter in takes:
                name, value = takes[letter], word[2:] or None
            elif letter in ('-p', '-v', '-h'):
                name = {'-p': 'process', '-v': 'verbose', '-h': 'help'}[letter]
                if word[2:]:
                    words.insert(0, '-' + word[2:])
            else:
                return complain('option %s not recognized' % letter)
            shown = letter
        if name == 'help':
            print(_USAGE, end='')
            return 0
        if name == 'process':
            timer = _time.process_time
            continue
        if name == 'verbose':
            if verbose:
                precision += 1
            verbose += 1
            continue
        if value is None:
            if not words:
                return complain('option %s requires argument' % shown)
            value = words.pop(0)
        if name == 'number':
            number = int(value)
        elif name == 'repeat':
            repeats = max(int(value), 1)
        elif name == 'setup':
            setup.append(value)
        elif value in ('nsec', 'usec', 'msec', 'sec'):
            unit = value
        else:
            print('Unrecognized unit. Please select nsec, usec, msec, or sec.', file=_sys.stderr)
            return 2
    stmt = '\n'.join(words) or 'pass'
    if _wrap_timer is not None:
        timer = _wrap_timer(timer)
    timed = Timer(stmt, '\n'.join(setup) or 'pass', timer)
    try:
        if number == 0:
            callback = None
            if verbose:
                def callback(number, taken):
                    print('%d loop%s -> %.*g secs' % (number, '' if number == 1 else 's', precision, taken))
            number, _ = timed.autorange(callback)
            if verbose:
                print()
        raw = timed.repeat(repeats, number)
    except:
        timed.print_exc()
        return 1
    units = {'nsec': 1e-9, 'usec': 1e-6, 'msec': 1e-3, 'sec': 1.0}

    def shown_time(seconds):
        name = unit
        if name is None:
            name = next((name for name in ('sec', 'msec', 'usec') if seconds >= units[name]), 'nsec')
        return '%.*g %s' % (precision, seconds / units[name], name)

    if verbose:
        print('raw times: %s' % ', '.join([shown_time(seconds) for seconds in raw]))
        print()
    times = [seconds / number for seconds in raw]
    print('%d loop%s, best of %d: %s per loop' % (number, '' if number == 1 else 's', repeats, shown_time(min(times))))
    if max(times) >= min(times) * 4:
        import warnings
        warnings.warn_explicit('The test results are likely unreliable. The worst time (%s) was more than four times '
                               'slower than the best time (%s).' % (shown_time(max(times)), shown_time(min(times))),
                               UserWarning, '', 0)
    return None
