# argparse: CPython 3.14 library, "argparse".
import argparse
p = argparse.ArgumentParser(prog='tool', description='Does things.', epilog='The end.')
p.add_argument('files', nargs='*', help='files to read')
p.add_argument('-v', '--verbose', action='count', default=0, help='more output')
p.add_argument('-o', '--output', metavar='FILE', default='out.txt', help='where to write (default: %(default)s)')
p.add_argument('--level', type=int, choices=[1, 2, 3], default=2)
p.add_argument('--flag', action=argparse.BooleanOptionalAction, help='a flag')
g = p.add_mutually_exclusive_group()
g.add_argument('--red', action='store_true')
g.add_argument('--blue', action='store_true', help='blue one')
h = p.add_argument_group('group', 'a group of things that has a rather long description so that it has to be wrapped somewhere')
h.add_argument('--pair', nargs=2, metavar=('A', 'B'), help='two of them')
h.add_argument('--a-very-long-option-name-indeed', help='a very long help text that has to be wrapped because it does not fit into one single line of text')
p.print_help()
p.print_usage()
print(p.parse_args([]))
print(p.parse_args(['a', 'b', '-vv', '-oX', '--level=3', '--no-flag', '--pair', '1', '2', '--red']))
print(p.parse_known_args(['--unknown', 'x', '-v']))
print(p)
print(p._actions[2], p._actions[5])
def tryit(args, p=p):
    try:
        print(p.parse_args(args))
    except SystemExit as e:
        print('exit', e.code)
import sys
sys.stderr = sys.stdout
for args in (['--level', 'x'], ['--level', '7'], ['--red', '--blue'], ['--pair', '1'], ['--nope'], ['--l'], ['--pa', '1', '2'], ['-o'], ['--verbose=3'], ['-h'], ['--', '--x', '-y'], ['-vvo', 'f'], ['-vx'], ['--flag=1'], ['-1'], ['--a'], ['a', '--', 'b']):
    print(args); tryit(args)

# --- subparsers
import argparse
import sys
sys.stderr = sys.stdout
p = argparse.ArgumentParser(prog='git', exit_on_error=False)
p.add_argument('--version', action='version', version='%(prog)s 1.0')
sub = p.add_subparsers(dest='command', title='commands', description='what it can', help='sub help', metavar='COMMAND')
a = sub.add_parser('add', help='add files', aliases=['a', 'ad'])
a.add_argument('path', nargs='+')
a.add_argument('-n', '--dry-run', action='store_true')
c = sub.add_parser('commit', help='commit them all')
c.add_argument('-m', required=True)
c.set_defaults(func=len)
p.print_help(); a.print_help(); c.print_usage()
for args in ([], ['add', 'x', 'y'], ['a', 'x', '-n'], ['commit'], ['commit', '-m', 'x'], ['nope'], ['add'], ['add', 'x', '--wrong'], ['--version']):
    print(args)
    try:
        print(p.parse_args(args))
    except SystemExit as e: print('exit', e.code)
    except argparse.ArgumentError as e: print('error', e, e.argument_name, e.args if not e.argument_name else '', repr(e.message))
