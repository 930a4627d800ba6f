# json.tool: python -m json.tool. CPython 3.14 library, "json.tool", without colours.
import argparse as _argparse
import json as _json
import sys as _sys


def main():
    parser = _argparse.ArgumentParser(
        prog='python3 -m json.tool',
        description='A simple command line interface for json module to validate and pretty-print JSON objects.')
    parser.add_argument('infile', nargs='?', help='a JSON file to be validated or pretty-printed', default='-')
    parser.add_argument('outfile', nargs='?', help='write the output of infile to outfile', default=None)
    parser.add_argument('--sort-keys', action='store_true', help='sort the output of dictionaries alphabetically by key')
    parser.add_argument('--no-ensure-ascii', dest='ensure_ascii', action='store_false',
                        help='disable escaping of non-ASCII characters')
    parser.add_argument('--json-lines', action='store_true',
                        help='parse input using the JSON Lines format. Use with --no-indent or --compact to produce '
                             'valid JSON Lines output.')
    group = parser.add_mutually_exclusive_group()
    group.add_argument('--indent', default=4, type=int,
                       help='separate items with newlines and use this number of spaces for indentation')
    group.add_argument('--tab', action='store_const', dest='indent', const='\t',
                       help='separate items with newlines and use tabs for indentation')
    group.add_argument('--no-indent', action='store_const', dest='indent', const=None,
                       help='separate items with spaces rather than newlines')
    group.add_argument('--compact', action='store_true', help='suppress all whitespace separation (most compact)')
    options = parser.parse_args()
    settings = {'sort_keys': options.sort_keys, 'indent': options.indent, 'ensure_ascii': options.ensure_ascii}
    if options.compact:
        settings['indent'] = None
        settings['separators'] = ',', ':'
    try:
        if options.infile == '-':
            text = _sys.stdin.read()
        else:
            with open(options.infile, encoding='utf-8') as file:
                text = file.read()
        # With lines, what stands before a bad one is printed.
        values = (_json.loads(line) for line in _lines(text)) if options.json_lines else (_json.loads(text),)
        if options.outfile is None:
            _write(values, _sys.stdout, settings)
        else:
            with open(options.outfile, 'w', encoding='utf-8') as file:
                _write(values, file, settings)
    except ValueError as error:
        raise SystemExit(error) from None


def _lines(text):
    """As a file gives them."""
    lines = text.split('\n')
    return [line + '\n' for line in lines[:-1]] + lines[-1:] * bool(lines[-1])


def _write(values, file, settings):
    for value in values:
        file.write(_json.dumps(value, **settings) + '\n')
