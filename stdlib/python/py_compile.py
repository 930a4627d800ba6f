# py_compile: python -m py_compile, which says whether files can be compiled. There are no .pyc files.
import argparse as _argparse
import sys as _sys
import traceback as _traceback


def _problem(filename):
    """What is wrong with a file; None: nothing."""
    with open(filename, 'rb') as file:
        source = file.read()
    try:
        compile(source, filename, 'exec', dont_inherit=True)
    except SyntaxError as error:
        if type(error) is SyntaxError:
            return ''.join(_traceback.format_exception_only(error))
        return 'Sorry: %s: %s' % (type(error).__name__, error)
    except ValueError as error:
        return 'Sorry: %s: %s' % (type(error).__name__, error)
    return None


def main():
    parser = _argparse.ArgumentParser(prog='python3 -m py_compile',
                                      description='A simple command-line interface for py_compile module.')
    parser.add_argument('-q', '--quiet', action='store_true', help='Suppress error output')
    parser.add_argument('filenames', nargs='+', help='Files to compile')
    args = parser.parse_args()
    filenames = args.filenames
    if filenames == ['-']:
        filenames = [line.rstrip('\n') for line in _sys.stdin]
    for filename in filenames:
        try:
            problem = _problem(filename)
        except OSError as error:
            problem = str(error)
        if problem is not None:
            parser.exit(1, None if args.quiet else problem)
