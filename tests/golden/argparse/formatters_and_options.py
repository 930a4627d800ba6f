# argparse: CPython 3.14 library, "argparse".
import argparse, sys
sys.stderr = sys.stdout
def t(f, *a, **k):
    try: r = f(*a, **k); print(r)
    except SystemExit as e: print('exit', e.code)
    except Exception as e: print(type(e).__name__, e)
P = argparse.ArgumentParser
for F in (argparse.HelpFormatter, argparse.RawDescriptionHelpFormatter, argparse.RawTextHelpFormatter, argparse.ArgumentDefaultsHelpFormatter, argparse.MetavarTypeHelpFormatter, lambda prog: argparse.HelpFormatter(prog, max_help_position=40, width=60)):
    p = P(prog='PROG', formatter_class=F, description='  Some   text\n    that is indented %(prog)s\n\n  and has paragraphs', epilog='ep\n  il\nog', usage=None)
    p.add_argument('--foo', type=int, help='foo help\n  more   of it (%(type)s)', default=3, nargs='+', metavar=None)
    p.add_argument('bar', type=float, nargs='?', default=1.5, help='bar help')
    p.add_argument('--baz', type=str, help=argparse.SUPPRESS); p.add_argument('--qux', type=str, required=True, help='')
    p.add_argument('--noarg', action='store_true', help='x ' * 60) if F is not argparse.MetavarTypeHelpFormatter else None
    t(p.format_help)
p = P(prog='P' * 60)
for i in range(8): p.add_argument('--option%d' % i, metavar='VALUE%d' % i)
p.add_argument('positional' * 3); p.add_argument('rest', nargs='*')
p.print_usage()
p = P(prog='PROG', usage='%(prog)s [options] thing'); p.add_argument('thing', choices='abc'); p.print_help(); t(p.parse_args, ['d']); t(p.parse_args, [])
p = P(prog='s', suggest_on_error=True); p.add_argument('--mode', choices=['alpha', 'beta', 'gamma']); p.add_subparsers(dest='c').add_parser('build')
t(p.parse_args, ['--mode', 'alpa']); t(p.parse_args, ['bild']); t(p.parse_args, ['--mod', 'alpha', 'build'])
p = P(prog='abbrev', allow_abbrev=False); p.add_argument('--foobar', action='store_true'); p.add_argument('-x', '-xyz'); t(p.parse_args, ['--foo']); t(p.parse_args, ['-xy', '1']); t(p.parse_args, ['-xyz=3'])
p = P(prog='abbrev'); p.add_argument('--foobar', action='store_true'); p.add_argument('--foobaz'); t(p.parse_args, ['--foo']); t(p.parse_args, ['--foobar']); t(p.parse_args, ['--foobaz=1']); t(p.parse_args, ['--fooba=1'])
parent = P(add_help=False); parent.add_argument('--parent', type=int); parent.add_argument_group('pg', 'desc').add_argument('--in-group'); m = parent.add_mutually_exclusive_group(); m.add_argument('--m1', action='store_true'); m.add_argument('--m2', action='store_true')
p = P(prog='child', parents=[parent]); p.add_argument('x'); p.print_help(); t(p.parse_args, ['1', '--parent', '2', '--m1', '--m2']); t(P, parents=[3]); t(P, parents=[p])
p = P(prog='conf', conflict_handler='resolve'); p.add_argument('-f', '--foo', help='old'); p.add_argument('--foo', help='new'); p.print_help()
p = P(prog='pre', prefix_chars='-+'); p.add_argument('+f'); p.add_argument('++bar', action='append'); p.add_argument('-z', action='append_const', const=5, dest='zs'); p.add_argument('--ext', action='extend', nargs='+', type=int); t(p.parse_args, ['+f', '1', '++bar', 'Y', '++bar=Z', '-zz', '--ext', '1', '2', '--ext', '3']); p.print_help()
p = P(prog='neg'); p.add_argument('n', type=float, nargs='*'); t(p.parse_args, ['-1', '-.5', '-1e3', '-1_0']); p.add_argument('-1', dest='one', action='store_true'); t(p.parse_args, ['-1']); t(p.parse_args, ['-2'])
p = P(prog='def', argument_default=argparse.SUPPRESS); p.add_argument('--a'); p.add_argument('b', nargs='?'); print(p.parse_args([])); p.set_defaults(z=1, a=3); print(p.parse_args([]), p.get_default('z'), p.get_default('a'))
n = argparse.Namespace(a=1, **{'x-y': 2}); print(n, n == argparse.Namespace(a=1, **{'x-y': 2}), n != argparse.Namespace(), 'a' in n, vars(n), argparse.Namespace()); t(argparse.Namespace, 1)
try: hash(n)
except TypeError as e: print(e)
p = P(prog='ns'); p.add_argument('--foo', default='x'); ns = argparse.Namespace(foo=7, q=8); print(p.parse_args([], ns), p.parse_args(['--foo', '2'], namespace=ns) is ns)
def kind(s):
    if s == 'bad': raise argparse.ArgumentTypeError('it is bad')
    return s.upper()
p = P(prog='ty', exit_on_error=False); p.add_argument('--k', type=kind, default='dflt'); p.add_argument('--i', type=int, default='12'); p.add_argument('--l', type=lambda s: int(s)); print(p.parse_args([]))
for a in (['--k', 'bad'], ['--k', 'x'], ['--i', 'x'], ['--l', 'x'], ['zz'], ['--k']): t(p.parse_args, a)
p = P(prog='dep'); p.add_argument('--old', deprecated=True); p.add_argument('pos', deprecated=True, nargs='?'); s = p.add_subparsers(); 
t(p.add_subparsers)
p = P(prog='dep'); p.add_argument('--old', '-o', deprecated=True); s = p.add_subparsers(required=True, dest='cmd'); s.add_parser('sub', deprecated=True, help='x'); t(s.add_parser, 'sub'); t(s.add_parser, 'z', aliases=['sub'])
t(p.parse_args, ['--old', '1', '-o2', 'sub']); t(p.parse_args, [])
p = P(prog='v'); p.add_argument('-V', '--version', action='version', version='line one\n  line two %(prog)s'); p.add_argument('--foo', action='version', version='q', help='hh'); p.print_help(); t(p.parse_args, ['-V'])
p = P(prog='%(prog)'); t(p.format_help)
print(argparse.FileType('w', 0), argparse.FileType(encoding='utf-8', errors='x')); print(argparse.ArgumentError(None, 'x'), repr(argparse.ArgumentError(None, 'm'))); t(argparse.ArgumentError)
print(argparse.Action(['-x'], 'x')); t(argparse.Action(['-x'], 'x'), None, None, None)
