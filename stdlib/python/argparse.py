# argparse, without colours. CPython 3.14 library, "argparse".
import copy as _copy
import os as _os
import re as _re
import sys as _sys
import textwrap as _textwrap

__all__ = ['ArgumentParser', 'ArgumentError', 'ArgumentTypeError', 'BooleanOptionalAction', 'FileType', 'HelpFormatter',
           'ArgumentDefaultsHelpFormatter', 'RawDescriptionHelpFormatter', 'RawTextHelpFormatter',
           'MetavarTypeHelpFormatter', 'Namespace', 'Action', 'ONE_OR_MORE', 'OPTIONAL', 'PARSER', 'REMAINDER',
           'SUPPRESS', 'ZERO_OR_MORE']

SUPPRESS = '==SUPPRESS=='
OPTIONAL = '?'
ZERO_OR_MORE = '*'
ONE_OR_MORE = '+'
PARSER = 'A...'
REMAINDER = '...'
_UNRECOGNIZED_ARGS_ATTR = '_unrecognized_args'

# What an argument takes of a line that is written with a letter a word: A an argument, O an option, - the word "--".
_TAKES = {None: '(-*A-*)', OPTIONAL: '(-*A?-*)', ZERO_OR_MORE: '(-*[A-]*)', ONE_OR_MORE: '(-*A[A-]*)',
          REMAINDER: '([AO-]*)', PARSER: '(-*A[AO-]*)', SUPPRESS: '(-*)'}
_OPTION_TAKES = {None: '(A)', OPTIONAL: '(A?)', ZERO_OR_MORE: '(A*)', ONE_OR_MORE: '(A+)', REMAINDER: '([AO]*)',
                 PARSER: '(A[AO]*)', SUPPRESS: '()'}


def _choice_list(choices):
    return '{%s}' % ','.join([str(choice) for choice in choices])


def _name_of(action):
    """What errors call an argument."""
    if action is None:
        return None
    if action.option_strings:
        return '/'.join(action.option_strings)
    metavar = action.metavar
    if metavar not in (None, SUPPRESS):
        if not isinstance(metavar, tuple):
            return metavar
        if action.nargs == ONE_OR_MORE or action.nargs == ZERO_OR_MORE and len(metavar) == 2:
            return '%s[, %s]' % metavar
        return ', '.join(metavar)
    if action.dest not in (None, SUPPRESS):
        return action.dest
    return _choice_list(action.choices) if action.choices else None


def _argument_error():
    def __make__(cls, argument, message):
        return _new_exception(cls, (argument, message), {'argument_name': _name_of(argument), 'message': message})

    return locals()


_define(ArgumentError, _argument_error())


def _namespace():
    def __init__(self, **kwargs):
        for name, value in kwargs.items():
            setattr(self, name, value)

    def __contains__(self, key):
        return key in self.__dict__

    return locals()


_define(Namespace, _namespace())


# ---- help


def _formatter():
    def __init__(self, prog, indent_increment=2, max_help_position=24, width=None, color=True):
        if width is None:
            try:
                width = int(_os.environ['COLUMNS'])
            except (KeyError, ValueError):
                width = 0
            width = (width if width > 0 else 80) - 2
        self._prog = prog
        self._indent_increment = indent_increment
        self._max_help_position = min(max_help_position, max(width - 20, indent_increment * 2))
        self._width = width
        self._current_indent = 0
        self._action_max_length = 0
        # A section is its heading, its items and the section around it; an item is (what, its arguments).
        self._section = self._root = (None, [], None)

    def _set_color(self, color):
        pass

    def start_section(self, heading):
        self._current_indent += self._indent_increment
        section = (heading, [], self._section)
        self._section[1].append(('section', section))
        self._section = section

    def end_section(self):
        self._section = self._section[2]
        self._current_indent -= self._indent_increment

    def add_text(self, text):
        if text is not None and text is not SUPPRESS:
            self._section[1].append(('text', text))

    def add_usage(self, usage, actions, groups, prefix=None):
        if usage is not SUPPRESS:
            self._section[1].append(('usage', (usage, actions, groups, prefix)))

    def _deeper(self, action, visit):
        """visit() of each command below an action, which stand a level deeper."""
        get = getattr(action, '_get_subactions', None)
        if get is None:
            return []
        self._current_indent += self._indent_increment
        seen = [visit(sub) for sub in get()]
        self._current_indent -= self._indent_increment
        return seen

    def _invocation_width(self, action):
        return len(self._format_action_invocation(action)) + self._current_indent

    def add_argument(self, action):
        if action.help is SUPPRESS:
            return
        widths = [self._invocation_width(action), *self._deeper(action, self._invocation_width)]
        self._action_max_length = max(self._action_max_length, *widths)
        self._section[1].append(('action', action))

    def add_arguments(self, actions):
        for action in actions:
            self.add_argument(action)

    def _section_text(self, section):
        heading, items, parent = section
        if parent is not None:
            self._current_indent += self._indent_increment
        texts = []
        for what, it in items:
            if what == 'section':
                text = self._section_text(it)
            elif what == 'text':
                text = self._format_text(it)
            elif what == 'usage':
                text = self._format_usage(*it)
            else:
                text = self._format_action(it)
            if text and text is not SUPPRESS:
                texts.append(text)
        if parent is None:
            return ''.join(texts)
        self._current_indent -= self._indent_increment
        if not texts:
            return ''
        title = ''
        if heading is not None and heading is not SUPPRESS:
            title = ' ' * self._current_indent + '%s:\n' % (heading,)
        return '\n' + title + ''.join(texts) + '\n'

    def format_help(self):
        text = self._section_text(self._root)
        return _re.sub('\n\n\n+', '\n\n', text).strip('\n') + '\n' if text else ''

    def _format_usage(self, usage, actions, groups, prefix):
        if prefix is None:
            prefix = 'usage: '
        if usage is not None:
            return prefix + usage % {'prog': self._prog} + '\n\n'
        prog = '%s' % self._prog
        if not actions:
            return prefix + prog + '\n\n'
        options = [action for action in actions if action.option_strings]
        positionals = [action for action in actions if not action.option_strings]
        words = self._usage_parts(options + positionals, groups)
        usage = ' '.join([prog, *words])
        room = max(self._width - self._current_indent, 11)
        if len(prefix) + len(usage) <= room:
            return prefix + usage + '\n\n'
        option_words = self._usage_parts(options, groups)
        other_words = self._usage_parts(positionals, groups)

        def lines_of(words, indent, used):
            lines, line = [], []
            used -= 1
            for word in words:
                if line and used + 1 + len(word) > room:
                    lines.append(' ' * indent + ' '.join(line))
                    line, used = [], indent - 1
                line.append(word)
                used += len(word) + 1
            if line:
                lines.append(' ' * indent + ' '.join(line))
            return lines

        if len(prefix) + len(prog) <= 0.75 * room:
            indent = len(prefix) + len(prog) + 1
            if option_words:
                lines = lines_of([prog, *option_words], indent, len(prefix)) + lines_of(other_words, indent, indent)
            elif other_words:
                lines = lines_of([prog, *other_words], indent, len(prefix))
            else:
                lines = [prog]
            lines[0] = lines[0].lstrip(' ')
        else:
            indent = len(prefix)
            lines = lines_of(option_words + other_words, indent, indent)
            if len(lines) > 1:
                lines = lines_of(option_words, indent, indent) + lines_of(other_words, indent, indent)
            lines.insert(0, prog)
        return prefix + '\n'.join(lines) + '\n\n'

    def _usage_parts(self, actions, groups):
        """A word (or an option with what it takes) for each action; those of an exclusive group stand between bars."""
        at = {action: place for place, action in enumerate(actions)}
        grouped, together = set(), {}
        for group in groups:
            members = group._group_actions
            if not members:
                raise ValueError(f'empty group {group}')
            if all(action.help is SUPPRESS for action in members) or any(action not in at for action in members):
                continue
            start = min(at[action] for action in members)
            end = start + len(members)
            if set(actions[start:end]) == set(members):
                grouped.update(members)
                together[start, end] = group
        parts = []
        for action in actions:
            if action.help is SUPPRESS:
                parts.append(None)
                continue
            if not action.option_strings:
                part = self._format_args(action, self._get_default_metavar_for_positional(action))
                if action in grouped and part[:1] == '[' and part[-1:] == ']':
                    part = part[1:-1]
            else:
                if action.nargs == 0:
                    part = action.format_usage()
                else:
                    taken = self._format_args(action, self._get_default_metavar_for_optional(action))
                    part = action.option_strings[0] + ' ' + taken
                if not action.required and action not in grouped:
                    part = '[%s]' % part
            parts.append(part)
        barred = set()
        for (start, end), group in sorted(together.items(), key=lambda item: item[0], reverse=True):
            shown = [part for part in parts[start:end] if part is not None]
            if not shown:
                continue
            before, after = ('[', ']') if not group.required else ('(', ')') if len(shown) > 1 else ('', '')
            shown[0] = before + shown[0]
            shown[-1] += after
            last = len(shown) - 1
            for place, part in enumerate(shown):
                if place < last and start + place not in barred:
                    barred.add(start + place)
                    part += ' |'
                elif place < last:
                    part = parts[start + place] if place else before + parts[start]
                parts[start + place] = part
            for place in range(start + len(shown), end):
                parts[place] = None
        return [part for part in parts if part is not None]

    def _format_text(self, text):
        if '%(prog)' in text:
            text = text % {'prog': self._prog}
        room = max(self._width - self._current_indent, 11)
        return self._fill_text(text, room, ' ' * self._current_indent) + '\n\n'

    def _format_action(self, action):
        position = min(self._action_max_length + 2, self._max_help_position)
        room = position - self._current_indent - 2
        invocation = self._format_action_invocation(action)
        header = ' ' * self._current_indent + invocation
        first = 0
        if action.help and len(invocation) <= room:
            header = ' ' * self._current_indent + '%-*s  ' % (room, invocation)
        else:
            header += '\n'
            first = position
        parts = [header]
        if action.help and action.help.strip():
            text = self._expand_help(action)
            if text:
                lines = self._split_lines(text, max(self._width - position, 11))
                parts.append(' ' * first + lines[0] + '\n')
                parts.extend([' ' * position + line + '\n' for line in lines[1:]])
        elif not header.endswith('\n'):
            parts.append('\n')
        parts.extend(self._deeper(action, self._format_action))
        return ''.join(parts)

    def _format_action_invocation(self, action):
        if not action.option_strings:
            return ' '.join(self._metavars(action, self._get_default_metavar_for_positional(action), 1))
        options = ', '.join(action.option_strings)
        if action.nargs == 0:
            return options
        return options + ' ' + self._format_args(action, self._get_default_metavar_for_optional(action))

    def _metavars(self, action, default, size):
        if action.metavar is not None:
            name = action.metavar
        elif action.choices is not None:
            name = _choice_list(action.choices)
        else:
            name = default
        return name if isinstance(name, tuple) else (name,) * size

    def _format_args(self, action, default):
        nargs = action.nargs
        if nargs is None:
            return '%s' % self._metavars(action, default, 1)
        if nargs == OPTIONAL:
            return '[%s]' % self._metavars(action, default, 1)
        if nargs == ZERO_OR_MORE:
            names = self._metavars(action, default, 1)
            return ('[%s [%s ...]]' if len(names) == 2 else '[%s ...]') % names
        if nargs == ONE_OR_MORE:
            return '%s [%s ...]' % self._metavars(action, default, 2)
        if nargs == REMAINDER:
            return '...'
        if nargs == PARSER:
            return '%s ...' % self._metavars(action, default, 1)
        if nargs == SUPPRESS:
            return ''
        try:
            words = ['%s' for _ in range(nargs)]
        except TypeError:
            raise ValueError('invalid nargs value') from None
        return ' '.join(words) % self._metavars(action, default, nargs)

    def _expand_help(self, action):
        text = self._get_help_string(action)
        if '%' not in text:
            return text
        values = {}
        for name, value in {**vars(action), 'prog': self._prog}.items():
            if value is not SUPPRESS:
                values[name] = getattr(value, '__name__', value)
        if values.get('choices') is not None:
            values['choices'] = ', '.join([str(choice) for choice in values['choices']])
        return text % values

    def _split_lines(self, text, width):
        return _textwrap.wrap(' '.join(text.split()), width)

    def _fill_text(self, text, width, indent):
        return _textwrap.fill(' '.join(text.split()), width, initial_indent=indent, subsequent_indent=indent)

    def _get_help_string(self, action):
        return action.help

    def _get_default_metavar_for_optional(self, action):
        return action.dest.upper()

    def _get_default_metavar_for_positional(self, action):
        return action.dest

    return locals()


def _raw_description():
    def _fill_text(self, text, width, indent):
        return ''.join([indent + line for line in text.splitlines(keepends=True)])

    return locals()


def _raw_text():
    def _split_lines(self, text, width):
        return text.splitlines()

    return locals()


def _with_defaults():
    def _get_help_string(self, action):
        text = '' if action.help is None else action.help
        if '%(default)' not in text and action.default is not SUPPRESS:
            if action.option_strings or action.nargs in (OPTIONAL, ZERO_OR_MORE):
                text += ' (default: %(default)s)'
        return text

    return locals()


def _metavar_type():
    def _get_default_metavar_for_optional(self, action):
        return action.type.__name__

    def _get_default_metavar_for_positional(self, action):
        return action.type.__name__

    return locals()


_define(HelpFormatter, _formatter())
_define(RawDescriptionHelpFormatter, _raw_description())
_define(RawTextHelpFormatter, _raw_text())
_define(ArgumentDefaultsHelpFormatter, _with_defaults())
_define(MetavarTypeHelpFormatter, _metavar_type())


# ---- actions


def _keep_arguments(self, arguments):
    """Makes attributes of what __init__() was given."""
    for name, value in arguments.items():
        if name != 'self':
            setattr(self, name, value)


def _action():
    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None,
                 required=False, help=None, metavar=None, deprecated=False):
        _keep_arguments(self, locals())

    def format_usage(self):
        return self.option_strings[0]

    def __call__(self, parser, namespace, values, option_string=None):
        raise NotImplementedError('.__call__() not defined')

    return locals()


_init_action = _action()['__init__']


def _no_const_without_optional(nargs, const):
    if const is not None and nargs != OPTIONAL:
        raise ValueError('nargs must be %r to supply const' % OPTIONAL)


def _store():
    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None,
                 required=False, help=None, metavar=None, deprecated=False):
        if nargs == 0:
            raise ValueError('nargs for store actions must be != 0; if you have nothing to store, actions such as '
                             'store true or store const may be more appropriate')
        _no_const_without_optional(nargs, const)
        _init_action(self, option_strings, dest, nargs, const, default, type, choices, required, help, metavar, deprecated)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, values)

    return locals()


def _store_const():
    def __init__(self, option_strings, dest, const=None, default=None, required=False, help=None, metavar=None,
                 deprecated=False):
        _init_action(self, option_strings, dest, 0, const, default, None, None, required, help, None, deprecated)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, self.const)

    return locals()


def _store_true():
    def __init__(self, option_strings, dest, default=False, required=False, help=None, deprecated=False):
        _init_action(self, option_strings, dest, 0, True, default, None, None, required, help, None, deprecated)

    return locals()


def _store_false():
    def __init__(self, option_strings, dest, default=True, required=False, help=None, deprecated=False):
        _init_action(self, option_strings, dest, 0, False, default, None, None, required, help, None, deprecated)

    return locals()


def _collected(namespace, dest):
    """A copy of what was collected so far, or an empty list."""
    items = getattr(namespace, dest, None)
    if items is None:
        return []
    return items[:] if type(items) is list else _copy.copy(items)


def _append():
    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None,
                 required=False, help=None, metavar=None, deprecated=False):
        if nargs == 0:
            raise ValueError('nargs for append actions must be != 0; if arg strings are not supplying the value to '
                             'append, the append const action may be more appropriate')
        _no_const_without_optional(nargs, const)
        _init_action(self, option_strings, dest, nargs, const, default, type, choices, required, help, metavar, deprecated)

    def __call__(self, parser, namespace, values, option_string=None):
        items = _collected(namespace, self.dest)
        items.append(values)
        setattr(namespace, self.dest, items)

    return locals()


def _append_const():
    def __init__(self, option_strings, dest, const=None, default=None, required=False, help=None, metavar=None,
                 deprecated=False):
        _init_action(self, option_strings, dest, 0, const, default, None, None, required, help, metavar, deprecated)

    def __call__(self, parser, namespace, values, option_string=None):
        items = _collected(namespace, self.dest)
        items.append(self.const)
        setattr(namespace, self.dest, items)

    return locals()


def _extend():
    def __call__(self, parser, namespace, values, option_string=None):
        items = _collected(namespace, self.dest)
        items.extend(values)
        setattr(namespace, self.dest, items)

    return locals()


def _count():
    def __init__(self, option_strings, dest, default=None, required=False, help=None, deprecated=False):
        _init_action(self, option_strings, dest, 0, None, default, None, None, required, help, None, deprecated)

    def __call__(self, parser, namespace, values, option_string=None):
        count = getattr(namespace, self.dest, None)
        setattr(namespace, self.dest, (0 if count is None else count) + 1)

    return locals()


def _help():
    def __init__(self, option_strings, dest=SUPPRESS, default=SUPPRESS, help=None, deprecated=False):
        _init_action(self, option_strings, dest, 0, None, default, None, None, False, help, None, deprecated)

    def __call__(self, parser, namespace, values, option_string=None):
        parser.print_help()
        parser.exit()

    return locals()


def _version():
    def __init__(self, option_strings, version=None, dest=SUPPRESS, default=SUPPRESS, help=None, deprecated=False):
        if help is None:
            help = "show program's version number and exit"
        _init_action(self, option_strings, dest, 0, None, default, None, None, False, help, None, deprecated)
        self.version = version

    def __call__(self, parser, namespace, values, option_string=None):
        formatter = parser._get_formatter()
        formatter.add_text(parser.version if self.version is None else self.version)
        text = formatter.format_help()
        parser._print_message(text, _sys.stdout)
        parser.exit()

    return locals()


def _boolean():
    def __init__(self, option_strings, dest, default=None, required=False, help=None, deprecated=False):
        both = []
        for option in option_strings:
            both.append(option)
            if option.startswith('--'):
                if option.startswith('--no-'):
                    raise ValueError(f'invalid option name {option!r} for BooleanOptionalAction')
                both.append('--no-' + option[2:])
        _init_action(self, both, dest, 0, None, default, None, None, required, help, None, deprecated)

    def __call__(self, parser, namespace, values, option_string=None):
        if option_string in self.option_strings:
            setattr(namespace, self.dest, not option_string.startswith('--no-'))

    def format_usage(self):
        return ' | '.join(self.option_strings)

    return locals()


def _subparsers():
    def __init__(self, option_strings, prog, parser_class, dest=SUPPRESS, required=False, help=None, metavar=None):
        parsers = {}
        _init_action(self, option_strings, dest, PARSER, None, None, None, parsers, required, help, metavar)
        self._parser_class, self._prog_prefix, self._color = parser_class, prog, True
        self._name_parser_map, self._choices_actions, self._deprecated = parsers, [], set()

    def add_parser(self, name, *, deprecated=False, **kwargs):
        aliases = kwargs.pop('aliases', ())
        for kind, known_as in [('subparser', name), *[('subparser alias', alias) for alias in aliases]]:
            if known_as in self._name_parser_map:
                raise ValueError(f'conflicting {kind}: {known_as}')
        for keyword, inherited in ('prog', '%s %s' % (self._prog_prefix, name)), ('color', self._color):
            if kwargs.get(keyword) is None:
                kwargs[keyword] = inherited
        shown = None
        if 'help' in kwargs:
            metavar = name + ' (%s)' % ', '.join(aliases) if aliases else name
            shown = Action([], name, help=kwargs.pop('help'), metavar=metavar)
            self._choices_actions.append(shown)
        parser = self._parser_class(**kwargs)
        if shown is not None:
            parser._check_help(shown)
        for known_as in (name, *aliases):
            self._name_parser_map[known_as] = parser
            if deprecated:
                self._deprecated.add(known_as)
        return parser

    def _get_subactions(self):
        return self._choices_actions

    def __call__(self, parser, namespace, values, option_string=None):
        name, *rest = values
        if self.dest is not SUPPRESS:
            setattr(namespace, self.dest, name)
        subparser = self._name_parser_map.get(name)
        if subparser is None:
            raise ArgumentError(self, 'unknown parser %r (choices: %s)' % (name, ', '.join(self._name_parser_map)))
        if name in self._deprecated:
            parser._warning("command '%s' is deprecated" % (name,))
        found, rest = subparser.parse_known_args(rest, None)
        for key, value in vars(found).items():
            setattr(namespace, key, value)
        if rest:
            if not hasattr(namespace, _UNRECOGNIZED_ARGS_ATTR):
                setattr(namespace, _UNRECOGNIZED_ARGS_ATTR, [])
            getattr(namespace, _UNRECOGNIZED_ARGS_ATTR).extend(rest)

    return locals()


for _class, _members in ((Action, _action), (_StoreAction, _store), (_StoreConstAction, _store_const),
                         (_StoreTrueAction, _store_true), (_StoreFalseAction, _store_false), (_AppendAction, _append),
                         (_AppendConstAction, _append_const), (_ExtendAction, _extend), (_CountAction, _count),
                         (_HelpAction, _help), (_VersionAction, _version), (BooleanOptionalAction, _boolean),
                         (_SubParsersAction, _subparsers)):
    _define(_class, _members())

_ACTIONS = {None: _StoreAction, 'store': _StoreAction, 'store_const': _StoreConstAction, 'store_true': _StoreTrueAction,
            'store_false': _StoreFalseAction, 'append': _AppendAction, 'append_const': _AppendConstAction,
            'count': _CountAction, 'help': _HelpAction, 'version': _VersionAction, 'parsers': _SubParsersAction,
            'extend': _ExtendAction}


def _file_type():
    def __init__(self, mode='r', bufsize=-1, encoding=None, errors=None):
        import warnings
        warnings.warn('FileType is deprecated. Simply open files after parsing arguments.',
                      category=PendingDeprecationWarning, stacklevel=2)
        self._mode = mode
        self._bufsize = bufsize
        self._encoding = encoding
        self._errors = errors
        shown = [repr(arg) for arg in (mode, bufsize) if arg != -1]
        shown += ['%s=%r' % pair for pair in (('encoding', encoding), ('errors', errors)) if pair[1] is not None]
        self._repr = 'FileType(%s)' % ', '.join(shown)

    def __call__(self, string):
        if string == '-':
            binary = 'b' in self._mode
            if 'r' in self._mode:
                return _sys.stdin.buffer if binary else _sys.stdin
            if any(letter in self._mode for letter in 'wax'):
                return _sys.stdout.buffer if binary else _sys.stdout
            raise ValueError('argument "-" with mode %r' % self._mode)
        try:
            return open(string, self._mode, self._bufsize, self._encoding, self._errors)
        except OSError as error:
            raise ArgumentTypeError("can't open '%s': %s" % (string, error)) from None

    return locals()


_define(FileType, _file_type())


# ---- what arguments are added to


def _container():
    def __init__(self, description, prefix_chars, argument_default, conflict_handler):
        _keep_arguments(self, locals())
        self._get_handler()
        for collection in ('_actions', '_action_groups', '_mutually_exclusive_groups', '_has_negative_number_optionals'):
            setattr(self, collection, [])
        self._option_string_actions, self._defaults = {}, {}
        self._registries = {'action': dict(_ACTIONS), 'type': {}}
        self._negative_number_matcher = _re.compile(r'-\.?\d')

    def register(self, registry_name, value, object):
        self._registries.setdefault(registry_name, {})[value] = object

    def _registry_get(self, registry_name, value, default=None):
        return self._registries[registry_name].get(value, default)

    def set_defaults(self, **kwargs):
        for action in [action for action in self._actions if action.dest in kwargs]:
            action.default = kwargs[action.dest]
        self._defaults.update(kwargs)

    def get_default(self, dest):
        known = (action.default for action in self._actions if action.dest == dest and action.default is not None)
        return next(known, self._defaults.get(dest))

    def add_argument(self, *args, **kwargs):
        """Adds a positional argument, or an option of these strings."""
        if not args or len(args) == 1 and args[0][0] not in self.prefix_chars:
            if args and 'dest' in kwargs:
                raise TypeError('dest supplied twice for positional argument, did you mean metavar?')
            kwargs = self._get_positional_kwargs(*args, **kwargs)
        else:
            kwargs = self._get_optional_kwargs(*args, **kwargs)
        default = self._defaults.get(kwargs['dest'], self.argument_default)
        if default is not None or kwargs['dest'] in self._defaults:
            kwargs.setdefault('default', default)
        named = kwargs.get('action')
        maker = self._pop_action_class(kwargs)
        if not callable(maker):
            raise ValueError(f'unknown action {maker!r}')
        action = maker(**kwargs)
        if not action.option_strings and action.nargs == 0:
            raise ValueError(f'action {named!r} is not valid for positional arguments')
        convert = self._convert_function(action)
        if not callable(convert):
            raise TypeError(f'{convert!r} is not callable')
        if convert is FileType:
            raise TypeError(f'{convert!r} is a FileType class object, instance of it must be passed')
        if hasattr(self, '_get_formatter'):
            formatter = self._get_formatter()
            try:
                formatter._format_args(action, None)
            except TypeError:
                raise ValueError('length of metavar tuple does not match nargs') from None
        self._check_help(action)
        return self._add_action(action)

    def _convert_function(self, action):
        return self._registry_get('type', action.type, action.type)

    def add_argument_group(self, *args, **kwargs):
        self._action_groups.append(_ArgumentGroup(self, *args, **kwargs))
        return self._action_groups[-1]

    def add_mutually_exclusive_group(self, **kwargs):
        self._mutually_exclusive_groups.append(_MutuallyExclusiveGroup(self, **kwargs))
        return self._mutually_exclusive_groups[-1]

    def _remove_action(self, action):
        self._actions.remove(action)

    def _add_action(self, action):
        self._check_conflict(action)
        action.container = self
        self._actions.append(action)
        self._option_string_actions.update(dict.fromkeys(action.option_strings, action))
        if not self._has_negative_number_optionals and any(map(self._negative_number_matcher.match, action.option_strings)):
            self._has_negative_number_optionals.append(True)
        return action

    def _add_container_actions(self, container):
        """Adds what a parent has."""
        by_title = {}
        for group in self._action_groups:
            if group.title in by_title:
                raise ValueError(f'cannot merge actions - two groups are named {group.title!r}')
            by_title[group.title] = group
        place = {}
        for group in container._action_groups:
            if group.title not in by_title:
                by_title[group.title] = self.add_argument_group(title=group.title, description=group.description,
                                                                conflict_handler=group.conflict_handler)
            for action in group._group_actions:
                place[action] = by_title[group.title]
        for group in container._mutually_exclusive_groups:
            around = self if group._container is container else by_title[group._container.title]
            exclusive = around.add_mutually_exclusive_group(required=group.required)
            for action in group._group_actions:
                place[action] = exclusive
        for action in container._actions:
            place.get(action, self)._add_action(action)

    def _get_positional_kwargs(self, dest, **kwargs):
        if 'required' in kwargs:
            raise TypeError("'required' is an invalid argument for positionals")
        nargs = kwargs.get('nargs')
        if nargs == 0:
            raise ValueError('nargs for positionals must be != 0')
        if nargs not in (OPTIONAL, ZERO_OR_MORE, REMAINDER, SUPPRESS):
            kwargs['required'] = True
        return dict(kwargs, dest=dest, option_strings=[])

    def _get_optional_kwargs(self, *args, **kwargs):
        options, long_options = [], []
        for option in args:
            if not option[0] in self.prefix_chars:
                raise ValueError(f'invalid option string {option!r}: must start with a character {self.prefix_chars!r}')
            options.append(option)
            if len(option) > 1 and option[1] in self.prefix_chars:
                long_options.append(option)
        dest = kwargs.pop('dest', None)
        if dest is None:
            named_after = long_options[0] if long_options else options[0]
            dest = named_after.lstrip(self.prefix_chars)
            if not dest:
                raise TypeError(f'dest= is required for options like {named_after!r}')
            dest = dest.replace('-', '_')
        return dict(kwargs, dest=dest, option_strings=options)

    def _pop_action_class(self, kwargs, default=None):
        action = kwargs.pop('action', default)
        return self._registry_get('action', action, action)

    def _get_handler(self):
        handler = getattr(self, '_handle_conflict_%s' % self.conflict_handler, None)
        if handler is None:
            raise ValueError(f'invalid conflict_resolution value: {self.conflict_handler!r}')
        return handler

    def _check_conflict(self, action):
        known = self._option_string_actions
        conflicts = [(option, known[option]) for option in action.option_strings if option in known]
        if conflicts:
            self._get_handler()(action, conflicts)

    def _handle_conflict_error(self, action, conflicts):
        text = 'conflicting option string: %s' if len(conflicts) == 1 else 'conflicting option strings: %s'
        raise ArgumentError(action, text % ', '.join([option for option, _ in conflicts]))

    def _handle_conflict_resolve(self, action, conflicts):
        for option, older in conflicts:
            older.option_strings.remove(option)
            self._option_string_actions.pop(option, None)
            if not older.option_strings:
                older.container._remove_action(older)

    def _check_help(self, action):
        if action.help and hasattr(self, '_get_formatter'):
            formatter = self._get_formatter()
            try:
                formatter._expand_help(action)
            except (ValueError, TypeError, KeyError) as error:
                raise ValueError('badly formed help string') from error

    return locals()


_CONTAINER = _container()
_define(_ActionsContainer, _CONTAINER)
_add_to_container = _CONTAINER['_add_action']
_remove_from_container = _CONTAINER['_remove_action']


def _group():
    def __init__(self, container, title=None, description=None, **kwargs):
        if 'prefix_chars' in kwargs:
            import warnings
            warnings.warn("The use of the undocumented 'prefix_chars' parameter in ArgumentParser.add_argument_group() "
                          "is deprecated.", DeprecationWarning, stacklevel=3)
        kwargs.setdefault('conflict_handler', container.conflict_handler)
        kwargs.setdefault('prefix_chars', container.prefix_chars)
        kwargs.setdefault('argument_default', container.argument_default)
        _CONTAINER['__init__'](self, description=description, **kwargs)
        self.title = title
        self._group_actions = []
        for shared in ('_registries', '_actions', '_option_string_actions', '_defaults',
                       '_has_negative_number_optionals', '_mutually_exclusive_groups'):
            setattr(self, shared, getattr(container, shared))

    def _add_action(self, action):
        _add_to_container(self, action)
        self._group_actions.append(action)
        return action

    def _remove_action(self, action):
        _remove_from_container(self, action)
        self._group_actions.remove(action)

    def add_argument_group(self, *args, **kwargs):
        raise ValueError('argument groups cannot be nested')

    return locals()


def _exclusive_group():
    def __init__(self, container, required=False):
        _GROUP['__init__'](self, container)
        self.required = required
        self._container = container

    def _add_action(self, action):
        if action.required:
            raise ValueError('mutually exclusive arguments must be optional')
        self._group_actions.append(self._container._add_action(action))
        return self._group_actions[-1]

    def _remove_action(self, action):
        self._group_actions.remove(action)
        self._container._remove_action(action)

    def add_mutually_exclusive_group(self, **kwargs):
        raise ValueError('mutually exclusive groups cannot be nested')

    return locals()


_GROUP = _group()
_define(_ArgumentGroup, _GROUP)
_define(_MutuallyExclusiveGroup, _exclusive_group())


# ---- the parser


def _same(string):
    return string


def _parse(self, words, namespace, intermixed):
    """(namespace, words that nobody wanted)."""
    if self.fromfile_prefix_chars is not None:
        words = self._read_args_from_files(words)
    excludes = {}
    for group in self._mutually_exclusive_groups:
        members = group._group_actions
        for place, action in enumerate(members):
            others = excludes.setdefault(action, [])
            others.extend(members[:place])
            others.extend(members[place + 1:])

    options = {}  # by place: what the word may mean
    letters = []
    for place, word in enumerate(words):
        if word == '--':
            letters.append('-')
            letters.extend(['A'] * (len(words) - place - 1))
            break
        meanings = self._parse_optional(word)
        if meanings is None:
            letters.append('A')
        else:
            options[place] = meanings
            letters.append('O')
    pattern = ''.join(letters)
    seen, given, warned = set(), set(), set()
    positionals = self._get_positional_actions()

    def take(action, strings, option=None):
        seen.add(action)
        values = self._get_values(action, strings)
        if action.option_strings or strings:
            given.add(action)
            for other in excludes.get(action, []):
                if other in given:
                    raise ArgumentError(action, 'not allowed with argument %s' % _name_of(other))
        if values is not SUPPRESS:
            action(self, namespace, values, option)

    def take_option(place):
        meanings = options[place]
        if len(meanings) > 1:
            matches = ', '.join([option for _, option, _, _ in meanings])
            raise ArgumentError(None, 'ambiguous option: %s could match %s' % (words[place], matches))
        action, option, separator, attached = meanings[0]
        taken = []
        while True:
            if action is None:
                extras.append(words[place])
                extras_letters.append('O')
                return place + 1
            if attached is None:
                stop = place + 1 + self._match_argument(action, pattern[place + 1:])
                taken.append((action, words[place + 1:stop], option))
                break
            count = self._match_argument(action, 'A')
            stop = place + 1
            if count == 1:
                taken.append((action, [attached], option))
                break
            if count == 0 and option[1] not in self.prefix_chars and attached != '':
                # -xyz: flags in one word.
                if separator or attached[0] in self.prefix_chars:
                    raise ArgumentError(action, 'ignored explicit argument %r' % (attached,))
                taken.append((action, [], option))
                option = option[0] + attached[0]
                if option not in self._option_string_actions:
                    extras.append(option[0] + attached)
                    extras_letters.append('O')
                    break
                action = self._option_string_actions[option]
                separator, attached = '', attached[1:]
                if not attached:
                    separator = attached = None
                elif attached[0] == '=':
                    separator, attached = '=', attached[1:]
                continue
            raise ArgumentError(action, 'ignored explicit argument %r' % (attached,))
        for action, strings, option in taken:
            if action.deprecated and option not in warned:
                self._warning("option '%s' is deprecated" % option)
                warned.add(option)
            take(action, strings, option)
        return stop

    def take_positionals(place):
        counts = self._match_arguments_partial(positionals, pattern[place:])
        for action, count in zip(positionals, counts):
            strings = words[place:place + count]
            if action.nargs == PARSER:
                if pattern[place] == '-':
                    strings.remove('--')
            elif action.nargs != REMAINDER and '-' in pattern[place:place + count]:
                strings.remove('--')
            place += count
            if strings and action.deprecated and action.dest not in warned:
                self._warning("argument '%s' is deprecated" % action.dest)
                warned.add(action.dest)
            take(action, strings)
        del positionals[:len(counts)]
        return place

    extras, extras_letters = [], []
    place = 0
    last = max(options, default=-1)
    while place <= last:
        option_at = place
        while option_at <= last and option_at not in options:
            option_at += 1
        if not intermixed and place != option_at:
            behind = take_positionals(place)
            if behind > place:
                place = behind
                continue
        if place not in options:
            extras.extend(words[place:option_at])
            extras_letters.extend(pattern[place:option_at])
            place = option_at
        place = take_option(place)
    if intermixed:
        # Arguments are taken from among the options that nobody knows, which stay.
        words_left, letters_left = extras + words[place:], ''.join(extras_letters) + pattern[place:]
        words = [word for word, letter in zip(words_left, letters_left) if letter != 'O']
        pattern = letters_left.replace('O', '')
        taken = take_positionals(0)
        extras = []
        for word, letter in zip(words_left, letters_left):
            if letter != 'O' and taken:
                taken -= 1
            else:
                extras.append(word)
    else:
        extras.extend(words[take_positionals(place):])

    missing = []
    for action in self._actions:
        if action in seen:
            continue
        if action.required:
            missing.append(_name_of(action))
        elif (isinstance(action.default, str) and hasattr(namespace, action.dest)
              and action.default is getattr(namespace, action.dest)):
            # A default that is text is read as if it had been given.
            setattr(namespace, action.dest, self._get_value(action, action.default))
    if missing:
        raise ArgumentError(None, 'the following arguments are required: %s' % ', '.join(missing))
    for group in self._mutually_exclusive_groups:
        if group.required and not any(action in given for action in group._group_actions):
            names = [_name_of(action) for action in group._group_actions if action.help is not SUPPRESS]
            raise ArgumentError(None, 'one of the arguments %s is required' % ' '.join(names))
    return namespace, extras


def _parser():
    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=[], formatter_class=HelpFormatter,
                 prefix_chars='-', fromfile_prefix_chars=None, argument_default=None, conflict_handler='error',
                 add_help=True, allow_abbrev=True, exit_on_error=True, *, suggest_on_error=False, color=True):
        _keep_arguments(self, {name: value for name, value in locals().items() if name != 'parents'})
        _CONTAINER['__init__'](self, description, prefix_chars, argument_default, conflict_handler)
        self.prog = _os.path.basename(_sys.argv[0]) if prog is None else prog
        self._positionals = self.add_argument_group('positional arguments')
        self._optionals = self.add_argument_group('options')
        self._subparsers = None
        self.register('type', None, _same)
        if add_help:
            prefix = '-' if '-' in prefix_chars else prefix_chars[0]
            self.add_argument(prefix + 'h', prefix * 2 + 'help', action='help', default=SUPPRESS,
                              help='show this help message and exit')
        for parent in parents:
            if not isinstance(parent, ArgumentParser):
                raise TypeError('parents must be a list of ArgumentParser')
            self._add_container_actions(parent)
            self._defaults.update(parent._defaults)

    def add_subparsers(self, **kwargs):
        if self._subparsers is not None:
            raise ValueError('cannot have multiple subparser arguments')
        kwargs.setdefault('parser_class', ArgumentParser)
        if 'title' in kwargs or 'description' in kwargs:
            title = kwargs.pop('title', 'subcommands')
            self._subparsers = self.add_argument_group(title, kwargs.pop('description', None))
        else:
            self._subparsers = self._positionals
        if kwargs.get('prog') is None:
            formatter = self._get_formatter()
            formatter.add_usage(None, self._get_positional_actions(), self._mutually_exclusive_groups, '')
            kwargs['prog'] = formatter.format_help().strip()
        action = self._pop_action_class(kwargs, 'parsers')(option_strings=[], **kwargs)
        action._color = self.color
        self._check_help(action)
        self._subparsers._add_action(action)
        return action

    def _add_action(self, action):
        (self._optionals if action.option_strings else self._positionals)._add_action(action)
        return action

    def _get_optional_actions(self):
        return [action for action in self._actions if action.option_strings]

    def _get_positional_actions(self):
        return [action for action in self._actions if not action.option_strings]

    def parse_args(self, args=None, namespace=None):
        return self._all_known(*self.parse_known_args(args, namespace))

    def parse_intermixed_args(self, args=None, namespace=None):
        return self._all_known(*self.parse_known_intermixed_args(args, namespace))

    def _all_known(self, namespace, unknown):
        if unknown:
            text = 'unrecognized arguments: %s' % ' '.join(unknown)
            if not self.exit_on_error:
                raise ArgumentError(None, text)
            self.error(text)
        return namespace

    def parse_known_args(self, args=None, namespace=None):
        return self._parse_known_args2(args, namespace, False)

    def parse_known_intermixed_args(self, args=None, namespace=None):
        for action in self._get_positional_actions():
            if action.nargs in (PARSER, REMAINDER):
                raise TypeError('parse_intermixed_args: positional arg with nargs=%s' % action.nargs)
        return self._parse_known_args2(args, namespace, True)

    def _parse_known_args2(self, args, namespace, intermixed):
        args = _sys.argv[1:] if args is None else list(args)
        if namespace is None:
            namespace = Namespace()
        of_actions = [(action.dest, action.default) for action in self._actions
                      if action.dest is not SUPPRESS and action.default is not SUPPRESS]
        for dest, default in of_actions + list(self._defaults.items()):
            if not hasattr(namespace, dest):
                setattr(namespace, dest, default)
        if self.exit_on_error:
            try:
                namespace, args = _parse(self, args, namespace, intermixed)
            except ArgumentError as error:
                self.error(str(error))
        else:
            namespace, args = _parse(self, args, namespace, intermixed)
        if hasattr(namespace, _UNRECOGNIZED_ARGS_ATTR):
            args.extend(getattr(namespace, _UNRECOGNIZED_ARGS_ATTR))
            delattr(namespace, _UNRECOGNIZED_ARGS_ATTR)
        return namespace, args

    def _read_args_from_files(self, words):
        found = []
        for word in words:
            if not word or word[0] not in self.fromfile_prefix_chars:
                found.append(word)
                continue
            try:
                with open(word[1:], encoding=_sys.getfilesystemencoding(), errors=_sys.getfilesystemencodeerrors()) as file:
                    lines = file.read().splitlines()
            except OSError as error:
                raise ArgumentError(None, str(error)) from None
            inner = []
            for line in lines:
                inner.extend(self.convert_arg_line_to_args(line))
            found.extend(self._read_args_from_files(inner))
        return found

    def convert_arg_line_to_args(self, arg_line):
        return [arg_line]

    def _takes(self, action):
        table = _OPTION_TAKES if action.option_strings else _TAKES
        if action.nargs in table:
            return table[action.nargs]
        if action.option_strings:
            return '([AO]{%d})' % action.nargs
        return '((?:-*A){%d}-*)' % action.nargs

    def _match_argument(self, action, pattern):
        match = _re.match(self._takes(action), pattern)
        if match is None:
            nargs = action.nargs
            if nargs is None:
                text = 'expected one argument'
            elif nargs == OPTIONAL:
                text = 'expected at most one argument'
            elif nargs == ONE_OR_MORE:
                text = 'expected at least one argument'
            else:
                text = ('expected %s argument' if nargs == 1 else 'expected %s arguments') % nargs
            raise ArgumentError(action, text)
        return len(match.group(1))

    def _match_arguments_partial(self, actions, pattern):
        for size in range(len(actions), 0, -1):
            match = _re.match(''.join([self._takes(action) for action in actions[:size]]), pattern)
            if match is not None:
                counts = [len(taken) for taken in match.groups()]
                if match.end() < len(pattern) and pattern[match.end()] == 'O':
                    # What may do without waits for what stands behind the option.
                    while counts and not counts[-1]:
                        del counts[-1]
                return counts
        return []

    def _parse_optional(self, word):
        if not word or word[0] not in self.prefix_chars:
            return None
        known = self._option_string_actions
        if word in known:
            return [(known[word], word, None, None)]
        if len(word) == 1:
            return None
        option, separator, attached = word.partition('=')
        if separator and option in known:
            return [(known[option], option, separator, attached)]
        meanings = self._get_option_tuples(word)
        if meanings:
            return meanings
        if self._negative_number_matcher.match(word) and not self._has_negative_number_optionals:
            return None
        if ' ' in word:
            return None
        return [(None, word, None, None)]

    def _get_option_tuples(self, word):
        """What an option that is not written out may mean."""
        prefix, separator, attached = word.partition('=')
        if not separator:
            separator = attached = None
        meanings = []
        long = word[1] in self.prefix_chars
        for option, action in self._option_string_actions.items():
            if not long and option == word[:2]:
                meanings.append((action, option, '', word[2:]))
            elif self.allow_abbrev and option.startswith(prefix):
                meanings.append((action, option, separator, attached))
        return meanings

    def _get_values(self, action, strings):
        nargs = action.nargs
        if not strings and nargs == OPTIONAL:
            value = action.const if action.option_strings else action.default
            if isinstance(value, str) and value is not SUPPRESS:
                value = self._get_value(action, value)
            return value
        if not strings and nargs == ZERO_OR_MORE and not action.option_strings:
            return action.default if action.default is not None else []
        if nargs == SUPPRESS:
            return SUPPRESS
        values = [self._get_value(action, string) for string in strings]
        if len(strings) == 1 and nargs in (None, OPTIONAL):
            self._check_value(action, values[0])
            return values[0]
        if nargs == PARSER:
            self._check_value(action, values[0])
        elif nargs != REMAINDER:
            for value in values:
                self._check_value(action, value)
        return values

    def _get_value(self, action, string):
        convert = self._convert_function(action)
        if not callable(convert):
            raise TypeError(f'{convert!r} is not callable')
        try:
            return convert(string)
        except ArgumentTypeError as error:
            raise ArgumentError(action, str(error)) from None
        except (TypeError, ValueError):
            name = getattr(action.type, '__name__', repr(action.type))
            raise ArgumentError(action, 'invalid %s value: %r' % (name, string)) from None

    def _check_value(self, action, value):
        choices = action.choices
        if choices is None or value in (iter(choices) if isinstance(choices, str) else choices):
            return
        text = 'invalid choice: %r' % (str(value),)
        if self.suggest_on_error and isinstance(value, str) and all(isinstance(choice, str) for choice in action.choices):
            import difflib
            close = difflib.get_close_matches(value, action.choices, 1)
            if close:
                text += ', maybe you meant %r?' % (close[0],)
        raise ArgumentError(action, text + ' (choose from %s)' % ', '.join([str(choice) for choice in action.choices]))

    def format_usage(self):
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        return formatter.format_help()

    def format_help(self):
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        formatter.add_text(self.description)
        for group in self._action_groups:
            formatter.start_section(group.title)
            formatter.add_text(group.description)
            formatter.add_arguments(group._group_actions)
            formatter.end_section()
        formatter.add_text(self.epilog)
        return formatter.format_help()

    def _get_formatter(self):
        made = self.formatter_class(prog=self.prog)
        made._set_color(self.color)
        return made

    def print_usage(self, file=None):
        self._print_message(self.format_usage(), _sys.stdout if file is None else file)

    def print_help(self, file=None):
        self._print_message(self.format_help(), _sys.stdout if file is None else file)

    def _print_message(self, message, file=None):
        if not message:
            return
        try:
            (file or _sys.stderr).write(message)
        except (OSError, AttributeError):
            pass

    def exit(self, status=0, message=None):
        self._print_message(message, _sys.stderr)
        _sys.exit(status)

    def error(self, message):
        """error(message: string)

        Prints a usage message incorporating the message to stderr and
        exits.
        """
        self.print_usage(_sys.stderr)
        self.exit(2, '%s: error: %s\n' % (self.prog, message))

    def _warning(self, message):
        self._print_message('%s: warning: %s\n' % (self.prog, message), _sys.stderr)

    return locals()


_define(ArgumentParser, _parser())
