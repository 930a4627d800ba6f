# configparser. CPython 3.14 library, "configparser".
import collections as _collections
import io as _io
import itertools as _itertools
import os as _os
import re as _re
from functools import partial as _partial

__all__ = ("NoSectionError", "DuplicateOptionError", "DuplicateSectionError", "NoOptionError", "InterpolationError",
           "InterpolationDepthError", "InterpolationMissingOptionError", "InterpolationSyntaxError", "ParsingError",
           "MissingSectionHeaderError", "MultilineContinuationError", "UnnamedSectionDisabledError",
           "InvalidWriteError", "ConfigParser", "RawConfigParser", "Interpolation", "BasicInterpolation",
           "ExtendedInterpolation", "SectionProxy", "ConverterMapping", "DEFAULTSECT", "MAX_INTERPOLATION_DEPTH",
           "UNNAMED_SECTION")

DEFAULTSECT = "DEFAULT"
MAX_INTERPOLATION_DEPTH = 10
UNNAMED_SECTION = _new(_UnnamedSection, {'_repr': '<UNNAMED_SECTION>'})
_UNSET = object()
_new_set = set


# ---- errors: what str() and repr() show is `message`


def _error():
    def __make__(cls, msg=''):
        return _new_exception(cls, (msg,), {'message': msg})

    return locals()


def _no_section():
    def __make__(cls, section):
        return _new_exception(cls, (section,), {'message': 'No section: %r' % (section,), 'section': section})

    return locals()


def _where(what, repeated, source, lineno):
    if source is None:
        return what.capitalize() + ' ' + repeated
    line = '' if lineno is None else ' [line {0:2d}]'.format(lineno)
    return 'While reading from ' + repr(source) + line + ': ' + what + ' ' + repeated


def _duplicate_section():
    def __make__(cls, section, source=None, lineno=None):
        message = _where('section', repr(section) + ' already exists', source, lineno)
        return _new_exception(cls, (section, source, lineno),
                              {'message': message, 'section': section, 'source': source, 'lineno': lineno})

    return locals()


def _duplicate_option():
    def __make__(cls, section, option, source=None, lineno=None):
        message = _where('option', repr(option) + ' in section ' + repr(section) + ' already exists', source, lineno)
        return _new_exception(cls, (section, option, source, lineno),
                              {'message': message, 'section': section, 'option': option, 'source': source, 'lineno': lineno})

    return locals()


def _no_option():
    def __make__(cls, option, section):
        return _new_exception(cls, (option, section), {'message': 'No option %r in section: %r' % (option, section),
                                                       'option': option, 'section': section})

    return locals()


def _interpolation_error():
    def __make__(cls, option, section, msg):
        return _new_exception(cls, (option, section, msg), {'message': msg, 'option': option, 'section': section})

    return locals()


def _missing_option():
    def __make__(cls, option, section, rawval, reference):
        message = ('Bad value substitution: option {!r} in section {!r} contains an interpolation key {!r} which is not '
                   'a valid option name. Raw value: {!r}'.format(option, section, reference, rawval))
        return _new_exception(cls, (option, section, rawval, reference),
                              {'message': message, 'option': option, 'section': section, 'reference': reference})

    return locals()


def _too_deep():
    def __make__(cls, option, section, rawval):
        message = ('Recursion limit exceeded in value substitution: option {!r} in section {!r} contains an '
                   'interpolation key which cannot be substituted in {} steps. Raw value: {!r}'
                   .format(option, section, MAX_INTERPOLATION_DEPTH, rawval))
        return _new_exception(cls, (option, section, rawval), {'message': message, 'option': option, 'section': section})

    return locals()


def _parsing_error():
    def __make__(cls, source, *args):
        error = _new_exception(cls, (source,), {'message': f'Source contains parsing errors: {source!r}',
                                                'source': source, 'errors': []})
        if args:
            error.append(*args)
        return error

    def append(self, lineno, line):
        self.errors.append((lineno, line))
        self.message += f'\n\t[line {lineno:2d}]: {line!r}'

    def combine(self, others):
        for lineno, line in _itertools.chain.from_iterable(other.errors for other in others):
            self.append(lineno, line)
        return self

    return locals()


def _missing_header():
    def __make__(cls, filename, lineno, line):
        message = 'File contains no section headers.\nfile: %r, line: %d\n%r' % (filename, lineno, line)
        return _new_exception(cls, (filename, lineno, line), {'message': message, 'source': filename,
                                                              'lineno': lineno, 'line': line})

    return locals()


def _continuation():
    def __make__(cls, filename, lineno, line):
        message = 'Key without value continued with an indented line.\nfile: %r, line: %d\n%r' % (filename, lineno, line)
        return _new_exception(cls, (filename, lineno, line), {'message': message, 'source': filename,
                                                              'lineno': lineno, 'line': line})

    return locals()


def _unnamed_disabled():
    def __make__(cls):
        message = 'Support for UNNAMED_SECTION is disabled.'
        return _new_exception(cls, (message,), {'message': message})

    return locals()


for _class, _members in ((Error, _error), (NoSectionError, _no_section), (DuplicateSectionError, _duplicate_section),
                         (DuplicateOptionError, _duplicate_option), (NoOptionError, _no_option),
                         (InterpolationError, _interpolation_error), (InterpolationMissingOptionError, _missing_option),
                         (InterpolationDepthError, _too_deep), (ParsingError, _parsing_error),
                         (MissingSectionHeaderError, _missing_header), (MultilineContinuationError, _continuation),
                         (UnnamedSectionDisabledError, _unnamed_disabled)):
    _define(_class, _members())


# ---- interpolation


def _plain():
    def before_get(self, parser, section, option, value, defaults):
        return value

    def before_set(self, parser, section, option, value):
        return value

    def before_read(self, parser, section, option, value):
        return value

    def before_write(self, parser, section, option, value):
        return value

    return locals()


def _check_syntax(value, sign, reference):
    rest = reference.sub('', value.replace(sign * 2, ''))
    if sign in rest:
        raise ValueError('invalid interpolation syntax in %r at position %d' % (value, rest.find(sign)))
    return value


def _substitute(value, sign, opening, reference, expand, option, section):
    """The parts of a value; expand(match, rest) adds those of what is named."""
    parts = []
    while value:
        at = value.find(sign)
        if at < 0:
            parts.append(value)
            break
        if at > 0:
            parts.append(value[:at])
            value = value[at:]
        follows = value[1:2]
        if follows == sign:
            parts.append(sign)
            value = value[2:]
        elif follows == opening:
            match = reference.match(value)
            if match is None:
                raise InterpolationSyntaxError(option, section, 'bad interpolation variable reference %r' % value)
            value = value[match.end():]
            parts.append(expand(match, value))
        else:
            raise InterpolationSyntaxError(option, section, "'%s' must be followed by '%s' or '%s', found: %r"
                                           % (sign, sign, opening, value))
    return ''.join(parts)


def _by_references(sign, opening, pattern, find):
    """The interpolation of `pattern`; find() says what a reference means: its text, the option and the section that it
    comes from, and a function that gives the values which that section sees."""
    _KEYCRE = _re.compile(pattern)

    def before_get(self, parser, section, option, value, defaults):
        return self._expand(parser, option, value, section, defaults, 1)

    def before_set(self, parser, section, option, value):
        return _check_syntax(value, sign, self._KEYCRE)

    def _expand(self, parser, option, value, section, values, depth):
        rawval = parser.get(section, option, raw=True, fallback=value)
        if depth > MAX_INTERPOLATION_DEPTH:
            raise InterpolationDepthError(option, section, rawval)

        def expand(match, rest):
            text, name, place, seen = find(parser, match.group(1), rest, option, section, values, rawval)
            return self._expand(parser, name, text, place, seen(), depth + 1) if sign in text else text

        return _substitute(value, sign, opening, self._KEYCRE, expand, option, section)

    return {'_KEYCRE': _KEYCRE, 'before_get': before_get, 'before_set': before_set, '_expand': _expand}


def _find_here(parser, reference, rest, option, section, values, rawval):
    name = parser.optionxform(reference)
    try:
        return values[name], option, section, lambda: values
    except KeyError:
        raise InterpolationMissingOptionError(option, section, rawval, name) from None


def _find_anywhere(parser, reference, rest, option, section, values, rawval):
    *place, name = reference.split(':')
    if len(place) > 1:
        raise InterpolationSyntaxError(option, section, "More than one ':' found: %r" % (rest,))
    try:
        name = parser.optionxform(name)
        text = parser.get(place[0], name, raw=True) if place else values[name]
    except (KeyError, NoSectionError, NoOptionError):
        raise InterpolationMissingOptionError(option, section, rawval, reference) from None
    there = place[0] if place else section
    return '' if text is None else text, name, there, lambda: dict(parser.items(there, raw=True))


_define(Interpolation, _plain())
_define(BasicInterpolation, _by_references('%', '(', r'%\(([^)]+)\)s', _find_here))
_define(ExtendedInterpolation, _by_references('$', '{', r'\$\{([^}]+)\}', _find_anywhere))


# ---- mappings


def _mapping():
    """What a mutable mapping can do by its __getitem__, __setitem__, __delitem__ and __iter__."""
    def keys(self):
        return dict.fromkeys(self).keys()

    def values(self):
        return {key: self[key] for key in self}.values()

    def items(self):
        return {key: self[key] for key in self}.items()

    def pop(self, key, default=_UNSET):
        try:
            value = self[key]
        except KeyError:
            if default is _UNSET:
                raise
            return default
        del self[key]
        return value

    def popitem(self):
        for key in self:
            value = self[key]
            del self[key]
            return key, value
        raise KeyError

    def clear(self):
        try:
            while True:
                self.popitem()
        except KeyError:
            pass

    def update(self, other=(), /, **kwds):
        for key, value in dict(other, **kwds).items():
            self[key] = value

    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
        return default

    return locals()


def _section_proxy():
    def __init__(self, parser, name):
        self.parser = parser
        self.name = name
        self._repr = '<Section: {}>'.format(name)
        for conv in parser.converters:
            key = 'get' + conv
            setattr(self, key, _partial(self.get, _impl=getattr(parser, key)))

    def __getitem__(self, key):
        if not self.parser.has_option(self.name, key):
            raise KeyError(key)
        return self.parser.get(self.name, key)

    def __setitem__(self, key, value):
        self.parser._validate_value_types(option=key, value=value)
        self.parser.set(self.name, key, value)

    def __delitem__(self, key):
        if not (self.parser.has_option(self.name, key) and self.parser.remove_option(self.name, key)):
            raise KeyError(key)

    def __contains__(self, key):
        return self.parser.has_option(self.name, key)

    def __len__(self):
        return len(self._options())

    def __iter__(self):
        return iter(self._options())

    def _options(self):
        if self.name != self.parser.default_section:
            return self.parser.options(self.name)
        return list(self.parser.defaults())

    def get(self, option, fallback=None, *, raw=False, vars=None, _impl=None, **kwargs):
        """Get an option value.

        Unless `fallback` is provided, `None` will be returned if the option
        is not found.

        """
        get = _impl or self.parser.get
        return get(self.name, option, raw=raw, vars=vars, fallback=fallback, **kwargs)

    return {**_mapping(), **locals()}


def _converter_mapping():
    def __init__(self, parser):
        self._parser = parser
        self._data = {'boolean': None, 'float': None, 'int': None}

    def __getitem__(self, key):
        return self._data[key]

    def __setitem__(self, key, value):
        try:
            name = 'get' + key
        except TypeError:
            raise ValueError('Incompatible key: {} (type: {})'.format(key, type(key))) from None
        if name == 'get':
            raise ValueError('Incompatible key: cannot use "" as a name')
        self._data[key] = value
        getter = _partial(self._parser._get_conv, conv=value)
        setattr(self._parser, name, getter)
        for proxy in self._parser.values():
            setattr(proxy, name, _partial(proxy.get, _impl=getter))

    def __delitem__(self, key):
        try:
            name = 'get' + (key or None)
        except TypeError:
            raise KeyError(key) from None
        del self._data[key]
        for holder in (self._parser, *self._parser.values()):
            try:
                delattr(holder, name)
            except AttributeError:
                continue

    def __iter__(self):
        return iter(self._data)

    def __contains__(self, key):
        return key in self._data

    def __len__(self):
        return len(self._data)

    def get(self, key, default=None):
        return self._data.get(key, default)

    return {**_mapping(), **locals()}


_define(SectionProxy, _section_proxy())
_define(ConverterMapping, _converter_mapping())


# ---- the parsers

_OPTION = r'(?P<option>.*?)\s*(?:(?P<vi>{delim})\s*(?P<value>.*))$'
_OPTION_ALONE = r'(?P<option>.*?)\s*(?:(?P<vi>{delim})\s*(?P<value>.*))?$'


def _read_lines(self, file, name):
    """Reads the lines of a file; values are lists of lines at first."""
    added = set()
    section = sectname = optname = None
    indent = 0
    errors = []

    def open_section(found, lineno):
        nonlocal section, sectname, optname
        sectname, optname = found, None
        if sectname in self._sections:
            if self._strict and sectname in added:
                raise DuplicateSectionError(sectname, name, lineno)
            section = self._sections[sectname]
        elif sectname == self.default_section:
            section = self._defaults
            return
        else:
            section = self._new_section(sectname)
        added.add(sectname)

    for lineno, line in enumerate(file, start=1):
        trimmed = line.strip()
        clean = self._comment.sub('', trimmed).rstrip() if self._comment else trimmed
        if not clean:
            if not self._empty_lines_in_values:
                indent = float('inf')
            elif clean == trimmed and section is not None and optname and section[optname] is not None:
                section[optname].append('')
            continue
        here = len(line) - len(line.lstrip())
        if section is not None and optname and here > indent:
            if section[optname] is None:
                raise MultilineContinuationError(name, lineno, line)
            section[optname].append(clean)
            continue
        if self._allow_unnamed_section and section is None:
            open_section(UNNAMED_SECTION, lineno)
        indent = here
        header = self.SECTCRE.match(clean)
        if header:
            open_section(header.group('header'), lineno)
            continue
        if section is None:
            raise MissingSectionHeaderError(name, lineno, line)
        match = self._optcre.match(clean)
        if not match:
            errors.append(ParsingError(name, lineno, line))
            continue
        optname, _, value = match.group('option', 'vi', 'value')
        if not optname:
            errors.append(ParsingError(name, lineno, line))
        optname = self.optionxform(optname.rstrip())
        if self._strict and (sectname, optname) in added:
            raise DuplicateOptionError(sectname, optname, name, lineno)
        added.add((sectname, optname))
        section[optname] = None if value is None else [value.strip()]
    if errors:
        raise errors[0].combine(errors[1:])


def _raw_parser():
    SECTCRE = _re.compile(r'\[(?P<header>.+)\]')
    OPTCRE = _re.compile(_OPTION.format(delim='=|:'))
    OPTCRE_NV = _re.compile(_OPTION_ALONE.format(delim='=|:'))
    NONSPACECRE = _re.compile(r'\S')
    BOOLEAN_STATES = {'1': True, 'yes': True, 'true': True, 'on': True, '0': False, 'no': False, 'false': False, 'off': False}
    _DEFAULT_INTERPOLATION = Interpolation()

    def __init__(self, defaults=None, dict_type=dict, allow_no_value=False, *, delimiters=('=', ':'),
                 comment_prefixes=('#', ';'), inline_comment_prefixes=None, strict=True, empty_lines_in_values=True,
                 default_section=DEFAULTSECT, interpolation=_UNSET, converters=_UNSET, allow_unnamed_section=False):
        self._dict = dict_type
        self._sections = dict_type()
        self._defaults = dict_type()
        self.converters = ConverterMapping(self)
        self._proxies = dict_type()
        self.default_section = default_section
        self._proxies[default_section] = SectionProxy(self, default_section)
        self._delimiters = tuple(delimiters)
        if delimiters != ('=', ':'):
            text = '|'.join([_re.escape(delimiter) for delimiter in delimiters])
            self._optcre = _re.compile((_OPTION_ALONE if allow_no_value else _OPTION).format(delim=text))
        elif allow_no_value:
            self._optcre = self.OPTCRE_NV
        else:
            self._optcre = self.OPTCRE
        comments = ['^(%s).*' % _re.escape(prefix) for prefix in comment_prefixes or ()]
        comments += [r'(^|\s)(%s).*' % _re.escape(prefix) for prefix in inline_comment_prefixes or ()]
        self._comment = _re.compile('|'.join(comments)) if comments else None
        self._strict = strict
        self._allow_no_value = allow_no_value
        self._empty_lines_in_values = empty_lines_in_values
        self._interpolation = interpolation
        if interpolation is _UNSET:
            self._interpolation = self._DEFAULT_INTERPOLATION
        if interpolation is None:
            self._interpolation = Interpolation()
        if not isinstance(self._interpolation, Interpolation):
            raise TypeError('interpolation= must be None or an instance of Interpolation; '
                            f'got an object of type {type(self._interpolation)}')
        if converters is not _UNSET:
            self.converters.update(converters)
        self._allow_unnamed_section = allow_unnamed_section
        if defaults:
            self._read_defaults(defaults)

    def sections(self):
        """Return a list of section names, excluding [DEFAULT]"""
        return [*self._sections]

    def defaults(self):
        return self._defaults

    def add_section(self, section):
        """Create a new section in the configuration."""
        if section == self.default_section:
            raise ValueError('Invalid section name: %r' % section)
        if section is UNNAMED_SECTION and not self._allow_unnamed_section:
            raise UnnamedSectionDisabledError()
        if section in self._sections:
            raise DuplicateSectionError(section)
        self._new_section(section)

    def _new_section(self, name):
        """An empty section, and what programs see of it."""
        self._proxies[name] = SectionProxy(self, name)
        values = self._sections[name] = self._dict()
        return values

    def has_section(self, section):
        """Indicate whether the named section is present in the configuration."""
        return section in self._sections

    def options(self, section):
        """Return a list of option names for the given section name."""
        try:
            found = self._sections[section].copy()
        except KeyError:
            raise NoSectionError(section) from None
        found.update(self._defaults)
        return list(found.keys())

    def read(self, filenames, encoding=None):
        """Read and parse a filename or an iterable of filenames."""
        if isinstance(filenames, (str, bytes, _os.PathLike)):
            filenames = [filenames]
        done = []
        for filename in filenames:
            try:
                with open(filename, encoding=encoding) as file:
                    self._read(file, filename)
            except OSError:
                continue
            done.append(_os.fspath(filename) if isinstance(filename, _os.PathLike) else filename)
        return done

    def read_file(self, f, source=None):
        """Like read() but the argument must be a file-like object."""
        if source is None:
            source = getattr(f, 'name', '<???>')
        self._read(f, source)

    def read_string(self, string, source='<string>'):
        """Read configuration from a given string."""
        self.read_file(_io.StringIO(string), source)

    def read_dict(self, dictionary, source='<dict>'):
        """Read configuration from a dictionary."""
        added = _new_set()
        for section, keys in dictionary.items():
            section = str(section)
            try:
                self.add_section(section)
            except (DuplicateSectionError, ValueError):
                if self._strict and section in added:
                    raise
            added.add(section)
            for key, value in keys.items():
                key = self.optionxform(str(key))
                if value is not None:
                    value = str(value)
                if self._strict and (section, key) in added:
                    raise DuplicateOptionError(section, key, source)
                added.add((section, key))
                self.set(section, key, value)

    def get(self, section, option, *, raw=False, vars=None, fallback=_UNSET):
        """Get an option value for a given section."""
        try:
            values = self._unify_values(section, vars)
        except NoSectionError:
            if fallback is _UNSET:
                raise
            return fallback
        option = self.optionxform(option)
        try:
            value = values[option]
        except KeyError:
            if fallback is _UNSET:
                raise NoOptionError(option, section) from None
            return fallback
        if raw or value is None:
            return value
        return self._interpolation.before_get(self, section, option, value, values)

    def _get(self, section, conv, option, **kwargs):
        return conv(self.get(section, option, **kwargs))

    def _get_conv(self, section, option, conv, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        try:
            return self._get(section, conv, option, raw=raw, vars=vars, **kwargs)
        except (NoSectionError, NoOptionError):
            if fallback is _UNSET:
                raise
            return fallback

    def getint(self, section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        return self._get_conv(section, option, int, raw=raw, vars=vars, fallback=fallback, **kwargs)

    def getfloat(self, section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        return self._get_conv(section, option, float, raw=raw, vars=vars, fallback=fallback, **kwargs)

    def getboolean(self, section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        return self._get_conv(section, option, self._convert_to_boolean, raw=raw, vars=vars, fallback=fallback, **kwargs)

    def items(self, section=_UNSET, raw=False, vars=None):
        """Return a list of (name, value) tuples for each option in a section."""
        if section is _UNSET:
            return _MAPPING['items'](self)
        values = self._defaults.copy()
        try:
            values.update(self._sections[section])
        except KeyError:
            if section != self.default_section:
                raise NoSectionError(section) from None
        names = list(values.keys())
        if vars:
            for key, value in vars.items():
                values[self.optionxform(key)] = value
        if raw:
            return [(name, values[name]) for name in names]
        read = self._interpolation.before_get
        return [(name, read(self, section, name, values[name], values)) for name in names]

    def popitem(self):
        """Remove a section from the parser and return it as
        a (section_name, section_proxy) tuple. If no section is present, raise
        KeyError."""
        names = self.sections()
        if not names:
            raise KeyError
        return names[0], self.pop(names[0])

    def optionxform(self, optionstr):
        return optionstr.lower()

    def has_option(self, section, option):
        """Check for the existence of a given option in a given section."""
        if not section or section == self.default_section:
            return self.optionxform(option) in self._defaults
        if section not in self._sections:
            return False
        option = self.optionxform(option)
        return option in self._sections[section] or option in self._defaults

    def _section(self, section):
        if not section or section == self.default_section:
            return self._defaults
        try:
            return self._sections[section]
        except KeyError:
            raise NoSectionError(section) from None

    def set(self, section, option, value=None):
        """Set an option."""
        if value:
            value = self._interpolation.before_set(self, section, option, value)
        self._section(section)[self.optionxform(option)] = value

    def write(self, fp, space_around_delimiters=True):
        """Write an .ini-format representation of the configuration state."""
        delimiter = self._delimiters[0]
        if space_around_delimiters:
            delimiter = ' {} '.format(delimiter)
        if UNNAMED_SECTION in self._sections:
            self._write_section(fp, UNNAMED_SECTION, self._sections[UNNAMED_SECTION].items(), delimiter, unnamed=True)
        if self._defaults:
            self._write_section(fp, self.default_section, self._defaults.items(), delimiter)
        for section in self._sections:
            if section is not UNNAMED_SECTION:
                self._write_section(fp, section, self._sections[section].items(), delimiter)

    def _write_section(self, fp, section_name, section_items, delimiter, unnamed=False):
        if not unnamed:
            fp.write('[{}]\n'.format(section_name))
        for key, value in section_items:
            self._validate_key_contents(key)
            value = self._interpolation.before_write(self, section_name, key, value)
            if value is not None or not self._allow_no_value:
                value = delimiter + str(value).replace('\n', '\n\t')
            else:
                value = ''
            fp.write('{}{}\n'.format(key, value))
        fp.write('\n')

    def remove_option(self, section, option):
        """Remove an option."""
        values = self._section(section)
        return values.pop(self.optionxform(option), _UNSET) is not _UNSET

    def remove_section(self, section):
        """Remove a file section."""
        if section not in self._sections:
            return False
        del self._sections[section], self._proxies[section]
        return True

    def __contains__(self, key):
        return key == self.default_section or self.has_section(key)

    def __iter__(self):
        return _itertools.chain((self.default_section,), self._sections.keys())

    def __len__(self):
        return 1 + len(self._sections)

    def __getitem__(self, key):
        if key in self:
            return self._proxies[key]
        raise KeyError(key)

    def __setitem__(self, key, value):
        if key in self:
            if self._proxies[key] is value:
                return
            (self._defaults if key == self.default_section else self._sections[key]).clear()
        self.read_dict({key: value})

    def __delitem__(self, key):
        if key == self.default_section:
            raise ValueError('Cannot remove the default section.')
        if not self.remove_section(key):
            raise KeyError(key)

    def _read(self, fp, fpname):
        try:
            _read_lines(self, fp, fpname)
        finally:
            self._join_multiline_values()

    def _join_multiline_values(self):
        for section, values in [(self.default_section, self._defaults), *self._sections.items()]:
            for name, value in values.items():
                if isinstance(value, list):
                    value = '\n'.join(value).rstrip()
                values[name] = self._interpolation.before_read(self, section, name, value)

    def _read_defaults(self, defaults):
        for key, value in defaults.items():
            self._defaults[self.optionxform(key)] = value

    def _unify_values(self, section, vars):
        found = {}
        try:
            found = self._sections[section]
        except KeyError:
            if section != self.default_section:
                raise NoSectionError(section) from None
        given = {}
        if vars:
            for key, value in vars.items():
                given[self.optionxform(key)] = None if value is None else str(value)
        return _collections.ChainMap(given, found, self._defaults)

    def _convert_to_boolean(self, value):
        """Return a boolean value translating from other types if necessary."""
        if value.lower() not in self.BOOLEAN_STATES:
            raise ValueError('Not a boolean: %s' % value)
        return self.BOOLEAN_STATES[value.lower()]

    def _validate_key_contents(self, key):
        if self.SECTCRE.match(key):
            raise InvalidWriteError(f'Cannot write key {key}; begins with section pattern')
        for delimiter in self._delimiters:
            if delimiter in key:
                raise InvalidWriteError(f'Cannot write key {key}; contains delimiter {delimiter}')

    def _validate_value_types(self, *, section='', option='', value=''):
        if not isinstance(section, str):
            raise TypeError('section names must be strings or UNNAMED_SECTION')
        if not isinstance(option, str):
            raise TypeError('option keys must be strings')
        if (not self._allow_no_value or value) and not isinstance(value, str):
            raise TypeError('option values must be strings')

    return {**_MAPPING, **locals()}


_MAPPING = _mapping()
_RAW = _raw_parser()


def _config_parser():
    _DEFAULT_INTERPOLATION = BasicInterpolation()

    def set(self, section, option, value=None):
        """Set an option.  Extends RawConfigParser.set by validating type and
        interpolation syntax on the value."""
        self._validate_value_types(option=option, value=value)
        _RAW['set'](self, section, option, value)

    def add_section(self, section):
        """Create a new section in the configuration.  Extends
        RawConfigParser.add_section by validating if the section name is
        a string."""
        if section is not UNNAMED_SECTION:
            self._validate_value_types(section=section)
        _RAW['add_section'](self, section)

    def _read_defaults(self, defaults):
        interpolation = self._interpolation
        self._interpolation = Interpolation()
        try:
            self.read_dict({self.default_section: defaults})
        finally:
            self._interpolation = interpolation

    return locals()


_define(RawConfigParser, _RAW)
_define(ConfigParser, _config_parser())
