# csv: dialects, dictionaries, the sniffer. CPython 3.14 library, "csv".
import io as _io
import re as _re

__all__ = ["QUOTE_MINIMAL", "QUOTE_ALL", "QUOTE_NONNUMERIC", "QUOTE_NONE", "QUOTE_STRINGS", "QUOTE_NOTNULL",
           "Error", "Dialect", "excel", "excel_tab", "field_size_limit", "reader", "writer", "register_dialect",
           "get_dialect", "list_dialects", "Sniffer", "unregister_dialect", "DictReader", "DictWriter", "unix_dialect"]

_FIELDS = ('delimiter', 'doublequote', 'escapechar', 'lineterminator', 'quotechar', 'quoting', 'skipinitialspace', 'strict')
_dialects = {}


def _dialect_class():
    def __init__(self):
        try:
            _make_dialect(self, {})
        except TypeError as e:
            raise Error(str(e)) from None

    _name = ""
    _valid = False
    delimiter = None
    quotechar = None
    escapechar = None
    doublequote = None
    skipinitialspace = None
    lineterminator = None
    quoting = None
    return locals()


def _excel():
    delimiter = ','
    quotechar = '"'
    doublequote = True
    skipinitialspace = False
    lineterminator = '\r\n'
    quoting = QUOTE_MINIMAL
    return locals()


def _excel_tab():
    delimiter = '\t'
    return locals()


def _unix_dialect():
    delimiter = ','
    quotechar = '"'
    doublequote = True
    skipinitialspace = False
    lineterminator = '\n'
    quoting = QUOTE_ALL
    return locals()


_define(Dialect, _dialect_class())
_define(excel, _excel())
_define(excel_tab, _excel_tab())
_define(unix_dialect, _unix_dialect())


def _make_dialect(dialect, fmtparams):
    """The native dialect that a name, class, object or parameters stand for."""
    for name in fmtparams:
        if name not in _FIELDS:
            raise TypeError(f"this function got an unexpected keyword argument '{name}'")
    if isinstance(dialect, str):
        dialect = get_dialect(dialect)
    if isinstance(dialect, _DialectType) and not fmtparams:
        return dialect
    settings = {}
    if dialect is not None:
        for name in _FIELDS:
            if hasattr(dialect, name):
                settings[name] = getattr(dialect, name)
    settings.update(fmtparams)
    if fmtparams.get('quotechar', 0) is None and 'quoting' not in fmtparams:
        settings['quoting'] = QUOTE_NONE
    return _dialect(**settings)


def register_dialect(name, dialect='excel', /, **fmtparams):
    """Create a mapping from a string name to a CVS dialect."""
    if not isinstance(name, str):
        raise TypeError('dialect name must be a string')
    _dialects[name] = _make_dialect(dialect, fmtparams)


def unregister_dialect(name):
    """Delete the name/dialect mapping associated with a string name."""
    try:
        del _dialects[name]
    except KeyError:
        raise Error('unknown dialect') from None


def get_dialect(name):
    """Return the dialect instance associated with name."""
    dialect = _dialects.get(name)
    if dialect is None:
        raise Error('unknown dialect')
    return dialect


def list_dialects():
    """Return a list of all known dialect names."""
    return list(_dialects)


_dialects['excel'] = _make_dialect(excel, {})
_dialects['excel-tab'] = _make_dialect(excel_tab, {})
_dialects['unix'] = _make_dialect(unix_dialect, {})


def reader(iterable, /, dialect='excel', **fmtparams):
    """Return a reader object that will process lines from the given iterable."""
    lines = iter(iterable)
    return _reader(lines, _make_dialect(dialect, fmtparams))


def writer(fileobj, /, dialect='excel', **fmtparams):
    """Return a writer object that will write user data on the given file object."""
    write = getattr(fileobj, 'write', None)
    if not callable(write):
        raise TypeError('argument 1 must have a "write" method')
    return _writer(write, _make_dialect(dialect, fmtparams))


def _writer_methods():
    def writerows(self, rows):
        """Construct and write a series of iterables to a csv file."""
        for row in rows:
            self.writerow(row)

    return locals()


_define(_WriterType, _writer_methods())


def _dict_reader():
    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect="excel", *args, **kwds):
        if fieldnames is not None and iter(fieldnames) is fieldnames:
            fieldnames = list(fieldnames)
        self.restkey = restkey
        self.restval = restval
        self.reader = reader(f, dialect, *args, **kwds)
        self.dialect = dialect
        self.line_num = 0
        self._fieldnames = fieldnames

    # Read when somebody asks for them, or for the first row.
    @property
    def fieldnames(self):
        if self._fieldnames is None:
            try:
                self._fieldnames = next(self.reader)
            except StopIteration:
                pass
            self.line_num = self.reader.line_num
        return self._fieldnames

    def __next__(self):
        if self.line_num == 0:
            self.fieldnames  # which reads them
        row = next(self.reader)
        self.line_num = self.reader.line_num
        while row == []:
            row = next(self.reader)
        d = dict(zip(self.fieldnames, row))
        lf = len(self.fieldnames)
        lr = len(row)
        if lf < lr:
            d[self.restkey] = row[lf:]
        elif lf > lr:
            for key in self.fieldnames[lr:]:
                d[key] = self.restval
        return d

    return locals()


def _dict_writer():
    def __init__(self, f, fieldnames, restval="", extrasaction="raise", dialect="excel", *args, **kwds):
        if fieldnames is not None and iter(fieldnames) is fieldnames:
            fieldnames = list(fieldnames)
        self.fieldnames = fieldnames
        self.restval = restval
        extrasaction = extrasaction.lower()
        if extrasaction not in ("raise", "ignore"):
            raise ValueError("extrasaction (%s) must be 'raise' or 'ignore'" % extrasaction)
        self.extrasaction = extrasaction
        self.writer = writer(f, dialect, *args, **kwds)

    def writeheader(self):
        header = dict(zip(self.fieldnames, self.fieldnames))
        return self.writerow(header)

    def _dict_to_list(self, rowdict):
        if self.extrasaction == "raise":
            wrong_fields = rowdict.keys() - self.fieldnames
            if wrong_fields:
                raise ValueError("dict contains fields not in fieldnames: " + ", ".join([repr(x) for x in wrong_fields]))
        return [rowdict.get(key, self.restval) for key in self.fieldnames]

    def writerow(self, rowdict):
        return self.writer.writerow(self._dict_to_list(rowdict))

    def writerows(self, rowdicts):
        return self.writer.writerows(map(self._dict_to_list, rowdicts))

    return locals()


def _sniffer():
    def __init__(self):
        self.preferred = [',', '\t', ';', ' ', ':']

    def sniff(self, sample, delimiters=None):
        """Returns a dialect (or None) corresponding to the sample"""
        quotechar, doublequote, delimiter, skipinitialspace = self._guess_quote_and_delimiter(sample, delimiters)
        if not delimiter:
            delimiter, skipinitialspace = self._guess_delimiter(sample, delimiters)
        if not delimiter:
            raise Error("Could not determine delimiter")
        return _new(Dialect, {'_name': 'sniffed', 'lineterminator': '\r\n', 'quoting': QUOTE_MINIMAL,
                              'doublequote': doublequote, 'delimiter': delimiter, 'quotechar': quotechar or '"',
                              'skipinitialspace': skipinitialspace})

    def _guess_quote_and_delimiter(self, data, delimiters):
        # Quoted fields between two delimiters, at the start, at the end of a line, or alone.
        matches = []
        for restr in (r'(?P<delim>[^\w\n"\'])(?P<space> ?)(?P<quote>["\']).*?(?P=quote)(?P=delim)',
                      r'(?:^|\n)(?P<quote>["\']).*?(?P=quote)(?P<delim>[^\w\n"\'])(?P<space> ?)',
                      r'(?P<delim>[^\w\n"\'])(?P<space> ?)(?P<quote>["\']).*?(?P=quote)(?:$|\n)',
                      r'(?:^|\n)(?P<quote>["\']).*?(?P=quote)(?:$|\n)'):
            regexp = _re.compile(restr, _re.DOTALL | _re.MULTILINE)
            matches = regexp.findall(data)
            if matches:
                break
        if not matches:
            return ('', False, None, 0)
        quotes = {}
        delims = {}
        spaces = 0
        groupindex = regexp.groupindex
        for m in matches:
            n = groupindex['quote'] - 1
            key = m[n] if isinstance(m, tuple) else m
            if key:
                quotes[key] = quotes.get(key, 0) + 1
            if 'delim' not in groupindex:
                continue
            key = m[groupindex['delim'] - 1]
            if key and (delimiters is None or key in delimiters):
                delims[key] = delims.get(key, 0) + 1
            if m[groupindex['space'] - 1]:
                spaces += 1
        quotechar = max(quotes, key=quotes.get)
        if delims:
            delim = max(delims, key=delims.get)
            skipinitialspace = delims[delim] == spaces
            if delim == '\n':
                delim = ''
        else:
            delim = ''
            skipinitialspace = 0
        dq = _re.compile(r"((%(delim)s)|^)\W*%(quote)s[^%(delim)s\n]*%(quote)s[^%(delim)s\n]*%(quote)s\W*((%(delim)s)|$)"
                         % {'delim': _re.escape(delim), 'quote': quotechar}, _re.MULTILINE)
        return (quotechar, bool(dq.search(data)), delim, skipinitialspace)

    def _guess_delimiter(self, data, delimiters):
        # The character that stands equally often on (nearly) every line.
        data = list(filter(None, data.split('\n')))
        ascii = [chr(c) for c in range(127)]
        chunk = min(10, len(data))
        iteration = 0
        frequencies = {}
        modes = {}
        delims = {}
        start, end = 0, chunk
        while start < len(data):
            iteration += 1
            for line in data[start:end]:
                for char in ascii:
                    meta = frequencies.get(char, {})
                    count = line.count(char)
                    meta[count] = meta.get(count, 0) + 1
                    frequencies[char] = meta
            for char in frequencies.keys():
                items = list(frequencies[char].items())
                if len(items) == 1 and items[0][0] == 0:
                    continue
                if len(items) > 1:
                    modes[char] = max(items, key=lambda x: x[1])
                    items.remove(modes[char])
                    modes[char] = (modes[char][0], modes[char][1] - sum(item[1] for item in items))
                else:
                    modes[char] = items[0]
            total = float(min(chunk * iteration, len(data)))
            consistency = 1.0
            threshold = 0.9
            while len(delims) == 0 and consistency >= threshold:
                for k, v in modes.items():
                    if v[0] > 0 and v[1] > 0:
                        if (v[1] / total) >= consistency and (delimiters is None or k in delimiters):
                            delims[k] = v
                consistency -= 0.01
            if len(delims) == 1:
                delim = list(delims.keys())[0]
                skipinitialspace = data[0].count(delim) == data[0].count("%c " % delim)
                return (delim, skipinitialspace)
            start = end
            end += chunk
        if not delims:
            return ('', 0)
        if len(delims) > 1:
            for d in self.preferred:
                if d in delims.keys():
                    skipinitialspace = data[0].count(d) == data[0].count("%c " % d)
                    return (d, skipinitialspace)
        items = [(v, k) for (k, v) in delims.items()]
        items.sort()
        delim = items[-1][1]
        skipinitialspace = data[0].count(delim) == data[0].count("%c " % delim)
        return (delim, skipinitialspace)

    def has_header(self, sample):
        # Columns whose first row is of another kind or length than the rest vote for a header.
        rdr = reader(_io.StringIO(sample), self.sniff(sample))
        header = next(rdr)
        columns = len(header)
        column_types = {i: None for i in range(columns)}
        checked = 0
        for row in rdr:
            if checked > 20:
                break
            checked += 1
            if len(row) != columns:
                continue
            for col in list(column_types.keys()):
                this_type = complex
                try:
                    this_type(row[col])
                except (ValueError, OverflowError):
                    this_type = len(row[col])
                if this_type != column_types[col]:
                    if column_types[col] is None:
                        column_types[col] = this_type
                    else:
                        del column_types[col]
        has_header = 0
        for col, col_type in column_types.items():
            if isinstance(col_type, int):
                if len(header[col]) != col_type:
                    has_header += 1
                else:
                    has_header -= 1
            else:
                try:
                    col_type(header[col])
                except (ValueError, TypeError):
                    has_header += 1
                else:
                    has_header -= 1
        return has_header > 0

    return locals()


_define(DictReader, _dict_reader())
_define(DictWriter, _dict_writer())
_define(Sniffer, _sniffer())
