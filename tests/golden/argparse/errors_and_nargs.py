# argparse: CPython 3.14 library, "argparse".
import argparse, sys
sys.stderr = sys.stdout
def t(f, *a, **k):
    try: r = f(*a, **k); print(r)
    except SystemExit as e: print('exit', e.code)
    except Exception as e: print(type(e).__name__, e)
P = argparse.ArgumentParser
p = P(prog='x')
t(p.add_argument); t(p.add_argument, '-f', 'g'); t(p.add_argument, 'a', dest='b'); t(p.add_argument, 'a', required=True)
t(p.add_argument, '-x', action='nope'); t(p.add_argument, 'y', action='store_true'); t(p.add_argument, '-x', type='int'); t(p.add_argument, '-x', nargs=0)
t(p.add_argument, '-x', nargs='foo'); t(p.add_argument, '-x', nargs=2, metavar=('a',)); t(p.add_argument, '-x', const=3); t(p.add_argument, '--', help='x')
t(p.add_argument, '-h'); t(p.add_argument, '-x', help='%(nope)s'); t(p.add_argument, '-x', type=argparse.FileType); t(P, conflict_handler='x')
t(p.add_argument, '-x', action='append', nargs=0); t(p.add_argument, '-x', action='store_true', nargs=1); t(p.add_argument, 'q', nargs=0); t(p.add_argument, '--no-x', action=argparse.BooleanOptionalAction)
t(P, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
g = p.add_mutually_exclusive_group(required=True)
t(g.add_argument, 'foo'); t(g.add_mutually_exclusive_group); t(g.add_argument_group); t(p.add_argument_group('a').add_argument_group)
g.add_argument('--a'); g.add_argument('--b', help=argparse.SUPPRESS); g.add_argument('-c', action='store_true')
p.print_help(); t(p.parse_args, []); t(p.parse_args, ['--a', '1']); t(p.parse_args, ['--a', '1', '-c'])
# --- nargs
import argparse, sys
sys.stderr = sys.stdout
def t(f, *a, **k):
    try: r = f(*a, **k); print(r)
    except SystemExit as e: print('exit', e.code)
    except Exception as e: print(type(e).__name__, e)
P = argparse.ArgumentParser
for nargs in (None, '?', '*', '+', 2, argparse.REMAINDER, 'A...'):
    for pos in (True, False):
        p = P(prog='n')
        p.add_argument('foo' if pos else '--foo', nargs=nargs, help='h', **({'const': 'C', 'default': 'D'} if nargs == '?' else {}))
        p.add_argument('--bar'); p.add_argument('last', nargs='?')
        print(nargs, pos, p.format_usage())
        for args in ([], ['1', '2', '3'], ['--foo'], ['--foo', '1', '--bar', '2', '3'], ['--bar', 'x', '1', '--', '--y'], ['1', '--bar', '2', '3']):
            t(p.parse_known_args, args)
            t(p.parse_intermixed_args, args)
