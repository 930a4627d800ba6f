# string.Formatter. CPython 3.14 library, "Custom String Formatting". Its parts may be replaced object by object.


def _braces(text, at):
    """Where the next brace stands; the size of the text if there is none."""
    found = [place for place in (text.find('{', at), text.find('}', at)) if place >= 0]
    return min(found, default=len(text))


def _field(text, at):
    """What stands between braces, from behind the first: (behind the last, name, specification, conversion)."""
    start, size = at, len(text)
    while at < size and text[at] not in '}:!':
        if text[at] == '{':
            raise ValueError("unexpected '{' in field name")
        if text[at] == '[':
            at = text.find(']', at)
            if at < 0:
                at = size
                break
        at += 1
    if at >= size:
        raise ValueError("expected '}' before end of string")
    name, conversion = text[start:at], None
    if text[at] == '}':
        return at + 1, name, '', None
    at += 1
    if text[at - 1] == '!':
        if at >= size:
            raise ValueError('end of string while looking for conversion specifier')
        conversion = text[at]
        at += 1
        if at < size:
            if text[at] == '}':
                return at + 1, name, '', conversion
            if text[at] != ':':
                raise ValueError("expected ':' after conversion specifier")
            at += 1
    start, depth = at, 1
    while (at := _braces(text, at)) < size:
        depth += 1 if text[at] == '{' else -1
        at += 1
        if depth == 0:
            return at, name, text[start:at - 1], conversion
    raise ValueError("unmatched '{' in format spec")


def _markup(text):
    at, size = 0, len(text)
    while at < size:
        brace = _braces(text, at)
        if brace == size:
            yield text[at:], None, None, None
            return
        sign = text[brace]
        doubled = text[brace + 1:brace + 2] == sign
        if brace + 1 == size or sign == '}' and not doubled:
            raise ValueError(f"Single '{sign}' encountered in format string")
        if doubled:
            yield text[at:brace + 1], None, None, None
            at = brace + 2
            continue
        literal = text[at:brace]
        at, *field = _field(text, brace + 1)
        yield literal, *field


def _number(text):
    if not (text and all(c.isdecimal() for c in text)):
        return text
    number = int(text)
    if number >> 63:
        raise ValueError('Too many decimal digits in format string')
    return number


def _split_name(name):
    """The first part, and a list of (is an attribute, key) of the others."""
    ends = [place for place in (name.find('.'), name.find('[')) if place >= 0]
    at = min(ends, default=len(name))
    return _number(name[:at]), _steps(name, at)


def _steps(name, at):
    while at < len(name):
        if name[at] == '.':
            ends = [place for place in (name.find('.', at + 1), name.find('[', at + 1)) if place >= 0]
            end = min(ends, default=len(name))
            key, at = name[at + 1:end], end
            attribute = True
        elif name[at] == '[':
            end = name.find(']', at)
            if end < 0:
                raise ValueError("Missing ']' in format string")
            key, at = name[at + 1:end], end + 1
            attribute = False
        else:
            raise ValueError("Only '.' or '[' may follow ']' in format field specifier")
        if not key:
            raise ValueError('Empty attribute in format string')
        yield attribute, key if attribute else _number(key)


def _formatter():
    def format(self, format_string, /, *args, **kwargs):
        return self.vformat(format_string, args, kwargs)

    def vformat(self, format_string, args, kwargs):
        used_args = set()
        result, _ = self._vformat(format_string, args, kwargs, used_args, 2)
        self.check_unused_args(used_args, args, kwargs)
        return result

    def _vformat(self, format_string, args, kwargs, used_args, recursion_depth, auto_arg_index=0):
        if recursion_depth < 0:
            raise ValueError('Max string recursion exceeded')
        result = []
        for literal, name, spec, conversion in self.parse(format_string):
            if literal:
                result.append(literal)
            if name is None:
                continue
            first, _ = _split_name(name)
            if first == '':
                if auto_arg_index is False:
                    raise ValueError('cannot switch from manual field specification to automatic field numbering')
                name = str(auto_arg_index) + name
                auto_arg_index += 1
            elif isinstance(first, int):
                if auto_arg_index:
                    raise ValueError('cannot switch from automatic field numbering to manual field specification')
                auto_arg_index = False
            obj, arg_used = self.get_field(name, args, kwargs)
            used_args.add(arg_used)
            obj = self.convert_field(obj, conversion)
            spec, auto_arg_index = self._vformat(spec, args, kwargs, used_args, recursion_depth - 1, auto_arg_index)
            result.append(self.format_field(obj, spec))
        return ''.join(result), auto_arg_index

    def get_value(self, key, args, kwargs):
        return args[key] if isinstance(key, int) else kwargs[key]

    def check_unused_args(self, used_args, args, kwargs):
        pass

    def format_field(self, value, format_spec):
        return _format(value, format_spec)

    def convert_field(self, value, conversion):
        if conversion is None:
            return value
        if conversion not in ('s', 'r', 'a'):
            raise ValueError("Unknown conversion specifier {0!s}".format(conversion))
        return {'s': str, 'r': repr, 'a': ascii}[conversion](value)

    def parse(self, format_string):
        if not isinstance(format_string, str):
            raise TypeError(f'expected str, got {type(format_string).__name__}')
        return _markup(format_string)

    def get_field(self, field_name, args, kwargs):
        first, rest = _split_name(field_name)
        obj = self.get_value(first, args, kwargs)
        for attribute, key in rest:
            obj = getattr(obj, key) if attribute else obj[key]
        return obj, first

    return locals()


_format = format
_define(Formatter, _formatter())
