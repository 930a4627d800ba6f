# difflib: deltas, line by line. CPython 3.14 library, "difflib". The matcher is native.
import re as _re

__all__ = ['get_close_matches', 'ndiff', 'restore', 'SequenceMatcher', 'Differ', 'IS_CHARACTER_JUNK', 'IS_LINE_JUNK',
           'context_diff', 'unified_diff', 'diff_bytes', 'HtmlDiff', 'Match']


def IS_LINE_JUNK(line, pat=None):
    """Return True for ignorable line: if `line` is blank or contains a single '#'."""
    if pat is None:
        return line.strip() in '#'
    return pat(line) is not None


def IS_CHARACTER_JUNK(ch, ws=" \t"):
    """Return True for ignorable character: iff `ch` is a space or tab."""
    return ch in ws


# ---- lines that changed, with what is around them

def _check_types(a, b, *args):
    for lines in (a, b):
        if lines and not isinstance(lines[0], str):
            raise TypeError('lines to compare must be str, not %s (%r)' % (type(lines[0]).__name__, lines[0]))
    for lines in (a, b):
        if isinstance(lines, str):
            raise TypeError('input must be a sequence of strings, not %s' % type(lines).__name__)
    for arg in args:
        if not isinstance(arg, str):
            raise TypeError('all arguments must be str, not: %r' % (arg,))


def _range_unified(start, stop):
    length = stop - start
    if length == 1:
        return '{}'.format(start + 1)
    return '{},{}'.format(start + 1 if length else start, length)


def _range_context(start, stop):
    length = stop - start
    beginning = start + 1 if length else start
    return '{}'.format(beginning) if length <= 1 else '{},{}'.format(beginning, beginning + length - 1)


def _delta(a, b, n, lineterm, headers, hunk):
    """What hunk() makes of each group of changes; before the first one a line for each (mark, name, date) of `headers`."""
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        for mark, name, date in headers:
            yield '{} {}{}{}'.format(mark, name, '\t{}'.format(date) if date else '', lineterm)
        headers = ()
        yield from hunk(group)


def _lines_behind(mark, lines):
    for line in lines:
        yield mark + line


def _bounds(group):
    """Where a group begins and ends, in both sequences."""
    return group[0][1], group[-1][2], group[0][3], group[-1][4]


def unified_diff(a, b, fromfile='', tofile='', fromfiledate='', tofiledate='', n=3, lineterm='\n'):
    """Compare two sequences of lines; generate the delta as a unified diff."""
    def hunk(group):
        low, high, other_low, other_high = _bounds(group)
        yield '@@ -{} +{} @@{}'.format(_range_unified(low, high), _range_unified(other_low, other_high), lineterm)
        for tag, low, high, other_low, other_high in group:
            if tag == 'equal':
                yield from _lines_behind(' ', a[low:high])
            else:
                yield from _lines_behind('-', a[low:high])
                yield from _lines_behind('+', b[other_low:other_high])
    _check_types(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    headers = ('---', fromfile, fromfiledate), ('+++', tofile, tofiledate)
    yield from _delta(a, b, n, lineterm, headers, hunk)


def context_diff(a, b, fromfile='', tofile='', fromfiledate='', tofiledate='', n=3, lineterm='\n'):
    """Compare two sequences of lines; generate the delta as a context diff."""
    marks = {'insert': '+ ', 'delete': '- ', 'replace': '! ', 'equal': '  '}

    def side(group, lines, low, high, unseen):
        # Lines of one sequence are shown when the group changes any of them; `unseen` are changes of the other one only.
        if any(code[0] not in ('equal', unseen) for code in group):
            for code in group:
                yield from _lines_behind(marks[code[0]], lines[code[low]:code[high]])

    def hunk(group):
        low, high, other_low, other_high = _bounds(group)
        yield '***************' + lineterm
        yield '*** {} ****{}'.format(_range_context(low, high), lineterm)
        yield from side(group, a, 1, 2, 'insert')
        yield '--- {} ----{}'.format(_range_context(other_low, other_high), lineterm)
        yield from side(group, b, 3, 4, 'delete')
    _check_types(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    headers = ('***', fromfile, fromfiledate), ('---', tofile, tofiledate)
    yield from _delta(a, b, n, lineterm, headers, hunk)


def diff_bytes(dfunc, a, b, fromfile=b'', tofile=b'', fromfiledate=b'', tofiledate=b'', n=3, lineterm=b'\n'):
    """Compare `a` and `b`, two sequences of lines represented as bytes rather than str."""
    def decode(s):
        try:
            return s.decode('ascii', 'surrogateescape')
        except AttributeError as err:
            raise TypeError('all arguments must be bytes, not %s (%r)' % (type(s).__name__, s)) from err
    a = list(map(decode, a))
    b = list(map(decode, b))
    texts = [decode(text) for text in (fromfile, tofile, fromfiledate, tofiledate)]
    for line in dfunc(a, b, *texts, n, decode(lineterm)):
        yield line.encode('ascii', 'surrogateescape')


# ---- all lines, with what changed inside of them

_CUTOFF = 0.74999  # lines that are less alike are different lines
_WINDOW = 10       # so far from its own place a line is looked for


def _dump(tag, lines, low, high):
    for i in range(low, high):
        yield '%s %s' % (tag, lines[i])


def _plain_replace(a, alo, ahi, b, blo, bhi):
    """The shorter block first: what is alike stays closer together."""
    if bhi - blo < ahi - alo:
        yield from _dump('+', b, blo, bhi)
        yield from _dump('-', a, alo, ahi)
    else:
        yield from _dump('-', a, alo, ahi)
        yield from _dump('+', b, blo, bhi)


def _marks(line, tags):
    """What stands below a line: its own white space where nothing changed."""
    return ''.join(c if tag == ' ' and c.isspace() else tag for c, tag in zip(line, tags)).rstrip()


def _marked_pair(aline, bline, cruncher):
    if aline == bline:
        yield '  ' + aline
        return
    atags = btags = ''
    cruncher.set_seqs(aline, bline)
    for tag, i1, i2, j1, j2 in cruncher.get_opcodes():
        amark, bmark = {'replace': '^^', 'delete': '- ', 'insert': ' +', 'equal': '  '}[tag]
        atags += amark * (i2 - i1)
        btags += bmark * (j2 - j1)
    for sign, line, tags in ('-', aline, atags), ('+', bline, btags):
        yield sign + ' ' + line
        tags = _marks(line, tags)
        if tags:
            yield f'? {tags}\n'


def _fancy_replace(a, alo, ahi, b, blo, bhi, charjunk):
    """Pairs of lines that are alike are told apart character by character, what is between them line by line."""
    cruncher = SequenceMatcher(charjunk)
    next_i, next_j = alo, blo
    for j in range(blo, bhi):
        cruncher.set_seq2(b[j])
        place = alo + (j - blo)
        near = range(max(place - _WINDOW, next_i), min(place + _WINDOW + 1, ahi))
        if not near:
            break
        best, best_ratio = None, _CUTOFF
        for i in near:
            cruncher.set_seq1(a[i])
            if cruncher.real_quick_ratio() > best_ratio and cruncher.quick_ratio() > best_ratio:
                ratio = cruncher.ratio()
                if ratio > best_ratio:
                    best, best_ratio = i, ratio
        if best is None:
            continue
        yield from _plain_replace(a, next_i, best, b, next_j, j)
        yield from _marked_pair(a[best], b[j], cruncher)
        next_i, next_j = best + 1, j + 1
    yield from _plain_replace(a, next_i, ahi, b, next_j, bhi)


def _differ():
    def __init__(self, linejunk=None, charjunk=None):
        """
        Construct a text differencer, with optional filters.
        """
        self.linejunk = linejunk
        self.charjunk = charjunk

    def compare(self, a, b):
        """
        Compare two sequences of lines; generate the resulting delta.
        """
        for tag, alo, ahi, blo, bhi in SequenceMatcher(self.linejunk, a, b).get_opcodes():
            if tag == 'replace':
                yield from _fancy_replace(a, alo, ahi, b, blo, bhi, self.charjunk)
            elif tag == 'insert':
                yield from _dump('+', b, blo, bhi)
            else:
                yield from _dump('-' if tag == 'delete' else ' ', a, alo, ahi)

    return locals()


_define(Differ, _differ())


def ndiff(a, b, linejunk=None, charjunk=IS_CHARACTER_JUNK):
    """Compare `a` and `b` (lists of strings); return a `Differ`-style delta."""
    return Differ(linejunk, charjunk).compare(a, b)


def restore(delta, which):
    """Generate one of the two sequences that generated a delta."""
    try:
        tag = {1: '- ', 2: '+ '}[int(which)]
    except KeyError:
        raise ValueError('unknown delta choice (must be 1 or 2): %r' % which) from None
    for line in delta:
        if line[:2] in ('  ', tag):
            yield line[2:]


# ---- side by side

_CHANGED = _re.compile(r'(\++|\-+|\^+)')
_BLANK = ('', '\n')
# What the signs of the next lines of a delta mean: how the left and the right line are made (None: there is none
# yet; '' unchanged, '?' with marks), and how many more lines the left side has got than the right one. Where there is a
# "flush" the sides are brought level first. The first that fits counts.
_SITUATIONS = (
    ('-?+?', '?', '?', 0, False), ('--++', '-', None, -1, False), ('--?+', '-', None, -1, True), ('--+', '-', None, -1, True),
    ('- ', '-', None, -1, True), ('-+?', '', '?', 0, False), ('-?+', '?', '', 0, False), ('-', '-', None, -1, False),
    ('+--', None, '+', 1, False), ('+ ', None, '+', 1, True), ('+-', None, '+', 1, True), ('+', None, '+', 1, False),
)


def _marked(text, markers):
    for begin, end in reversed([found.span() for found in _CHANGED.finditer(markers)]):
        text = text[:begin] + '\0' + markers[begin] + text[begin:end] + '\1' + text[end:]
    return text[2:]


def _rows(delta):
    """(left, right, whether they differ); a side without a line of its own there is None."""
    lines, numbers = [], [0, 0]
    owed = 0  # blank lines: to the right when negative

    def make(how, side):
        if how is None:
            return None
        numbers[side] += 1
        text = lines.pop(0)
        if how == '?':
            return numbers[side], _marked(text, lines.pop(0))
        if how == '':
            return numbers[side], text[2:]
        return numbers[side], '\0' + how + (text[2:] or ' ') + '\1'

    def level(count):
        for _ in range(abs(count)):
            yield (None, _BLANK, True) if count < 0 else (_BLANK, None, True)

    while True:
        while len(lines) < 4:
            lines.append(next(delta, 'X'))
        signs = ''.join([line[0] for line in lines])
        if signs[0] == 'X':
            yield from level(owed)
            return
        if signs[0] == ' ':
            numbers[0] += 1
            numbers[1] += 1
            text = lines.pop(0)[2:]
            yield (numbers[0], text), (numbers[1], text), False
            continue
        for prefix, left, right, more, flush in _SITUATIONS:
            if signs.startswith(prefix):
                break
        row = make(left, 0), make(right, 1), True
        owed += more
        if flush:
            yield from level(owed)
            owed = 0
        yield row


def _pairs(rows):
    """Rows whose sides both have a line: those that are missing come later."""
    left, right = [], []
    for from_line, to_line, differs in rows:
        if from_line is not None:
            left.append((from_line, differs))
        if to_line is not None:
            right.append((to_line, differs))
        while left and right:
            (from_line, from_differs), (to_line, to_differs) = left.pop(0), right.pop(0)
            yield from_line, to_line, from_differs or to_differs


def _near_changes(pairs, context):
    """Only what changed and so many lines around it; (None, None, None) before each part that does not follow."""
    size = context + 1
    while True:
        before, count = [], 0
        for pair in pairs:
            before.append(pair)
            count += 1
            if len(before) > size:
                before.pop(0)
            if pair[2]:
                break
        else:
            return
        if count > size:
            yield None, None, None
        yield from before
        left = context
        while left:
            pair = next(pairs, None)
            if pair is None:
                return
            left = context if pair[2] else left - 1
            yield pair


_STYLES = """
        :root {color-scheme: light dark}
        table.diff {font-family: Menlo, Consolas, Monaco, Liberation Mono, Lucida Console, monospace; border:medium}
        .diff_header {background-color:#e0e0e0}
        td.diff_header {text-align:right}
        .diff_next {background-color:#c0c0c0}
        .diff_add {background-color:palegreen}
        .diff_chg {background-color:#ffff77}
        .diff_sub {background-color:#ffaaaa}

        @media (prefers-color-scheme: dark) {
            .diff_header {background-color:#666}
            .diff_next {background-color:#393939}
            .diff_add {background-color:darkgreen}
            .diff_chg {background-color:#847415}
            .diff_sub {background-color:darkred}
        }"""
_FILE = """
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"
          "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">

<html>

<head>
    <meta http-equiv="Content-Type"
          content="text/html; charset=%(charset)s" />
    <title></title>
    <style type="text/css">%(styles)s
    </style>
</head>

<body>
    %(table)s%(legend)s
</body>

</html>"""
_TABLE = """
    <table class="diff" id="difflib_chg_%(prefix)s_top"
           cellspacing="0" cellpadding="0" rules="groups" >
        <colgroup></colgroup> <colgroup></colgroup> <colgroup></colgroup>
        <colgroup></colgroup> <colgroup></colgroup> <colgroup></colgroup>
        %(header_row)s
        <tbody>
%(data_rows)s        </tbody>
    </table>"""
_LEGEND = """
    <table class="diff" summary="Legends">
        <tr> <th colspan="2"> Legends </th> </tr>
        <tr> <td> <table border="" summary="Colors">
                      <tr><th> Colors </th> </tr>
                      <tr><td class="diff_add">&nbsp;Added&nbsp;</td></tr>
                      <tr><td class="diff_chg">Changed</td> </tr>
                      <tr><td class="diff_sub">Deleted</td> </tr>
                  </table></td>
             <td> <table border="" summary="Links">
                      <tr><th colspan="2"> Links </th> </tr>
                      <tr><td>(f)irst change</td> </tr>
                      <tr><td>(n)ext change</td> </tr>
                      <tr><td>(t)op</td> </tr>
                  </table></td> </tr>
    </table>"""
_made = [0]  # tables: each has ids of its own


def _html_diff():
    def __init__(self, tabsize=8, wrapcolumn=None, linejunk=None, charjunk=IS_CHARACTER_JUNK):
        """HtmlDiff instance initializer"""
        self._tabsize = tabsize
        self._wrapcolumn = wrapcolumn
        self._linejunk = linejunk
        self._charjunk = charjunk

    def make_file(self, fromlines, tolines, fromdesc='', todesc='', context=False, numlines=5, *, charset='utf-8'):
        """Returns HTML file of side by side comparison with change highlights"""
        table = self.make_table(fromlines, tolines, fromdesc, todesc, context=context, numlines=numlines)
        return (_FILE % dict(styles=_STYLES, legend=_LEGEND, table=table, charset=charset)
                ).encode(charset, 'xmlcharrefreplace').decode(charset)

    def _expanded(self, line):
        """Tabs as spaces that become &nbsp; where they stood, so that a change of tabs is seen."""
        line = line.replace(' ', '\0').expandtabs(self._tabsize)
        return line.replace(' ', '\t').replace('\0', ' ').rstrip('\n')

    def _split(self, number, text):
        """The parts of a line that is too long; marks are closed at the end of a part and go on in the next."""
        most = self._wrapcolumn
        while True:
            if not number or len(text) <= most or len(text) - text.count('\0') * 3 <= most:
                yield number, text
                return
            i = shown = 0
            mark = ''
            while shown < most and i < len(text):
                if text[i] == '\0':
                    mark = text[i + 1]
                    i += 2
                elif text[i] == '\1':
                    mark = ''
                    i += 1
                else:
                    i += 1
                    shown += 1
            first, text = text[:i], text[i:]
            if mark:
                first += '\1'
                text = '\0' + mark + text
            yield number, first
            number = '>'

    def _wrapped(self, rows):
        for from_line, to_line, differs in rows:
            if differs is None:
                yield from_line, to_line, differs
                continue
            sides = [list(self._split(*from_line)), list(self._split(*to_line))]
            for i in range(max(map(len, sides))):
                yield *[side[i] if i < len(side) else ('', ' ') for side in sides], differs

    def _cell(self, side, number, text, prefix):
        id = ' id="%s%d"' % (prefix[side], number) if isinstance(number, int) else ''
        text = text.replace('&', '&amp;').replace('>', '&gt;').replace('<', '&lt;').replace(' ', '&nbsp;').rstrip()
        return '<td class="diff_header"%s>%s</td><td nowrap="nowrap">%s</td>' % (id, number, text)

    def make_table(self, fromlines, tolines, fromdesc='', todesc='', context=False, numlines=5):
        """Returns HTML table of side by side comparison with change highlights"""
        prefix = 'from%d_' % _made[0], 'to%d_' % _made[0]
        _made[0] += 1
        to = prefix[1]
        fromlines = [self._expanded(line) for line in fromlines]
        tolines = [self._expanded(line) for line in tolines]
        rows = _pairs(_rows(ndiff(fromlines, tolines, self._linejunk, self._charjunk)))
        if context:
            rows = _near_changes(rows, numlines)
        if self._wrapcolumn:
            rows = self._wrapped(rows)
        cells, flags = [], []
        for left, right, differs in rows:
            flags.append(differs)
            cells.append(None if differs is None else (self._cell(0, *left, prefix), self._cell(1, *right, prefix)))
        # At the first line of a change stands a link to the next one, some lines before it what such a link leads to.
        links, ids = [''] * len(flags), [''] * len(flags)
        number, last = 0, 0
        for i, flag in enumerate(flags):
            if flag and not (i and flags[i - 1]):
                ids[max(0, i - numlines)] = ' id="difflib_chg_%s_%d"' % (to, number)
                number += 1
                links[i] = '<a href="#difflib_chg_%s_%d">n</a>' % (to, number)
                last = i
        if not flags:
            nothing = '<td></td><td>&nbsp;%s&nbsp;</td>' % ('No Differences Found' if context else 'Empty File')
            flags, links, ids, cells = [False], [''], [''], [(nothing, nothing)]
        if not flags[0]:
            links[0] = '<a href="#difflib_chg_%s_0">f</a>' % to
        links[last] = '<a href="#difflib_chg_%s_top">t</a>' % to
        body = []
        for i, row in enumerate(cells):
            if row is None:
                if i > 0:
                    body.append('        </tbody>        \n        <tbody>\n')
                continue
            body.append('            <tr><td class="diff_next"%s>%s</td>%s<td class="diff_next">%s</td>%s</tr>\n'
                        % (ids[i], links[i], row[0], links[i], row[1]))
        header = ''
        if fromdesc or todesc:
            cell = '<th class="diff_next"><br /></th>'
            name = '<th colspan="2" class="diff_header">%s</th>'
            header = '<thead><tr>%s%s%s%s</tr></thead>' % (cell, name % fromdesc, cell, name % todesc)
        table = _TABLE % dict(data_rows=''.join(body), header_row=header, prefix=to)
        return (table.replace('\0+', '<span class="diff_add">').replace('\0-', '<span class="diff_sub">')
                .replace('\0^', '<span class="diff_chg">').replace('\1', '</span>').replace('\t', '&nbsp;'))

    return locals()


_define(HtmlDiff, _html_diff())
