# string.Template; Formatter as str.format.
from string import Template, Formatter
from collections import defaultdict
def t(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, '|', e)
for s in ('$who likes $what', '${who}ly $$5 $what.', '$', 'a $ b', 'x\ny $1', '${', '${who', '${}', '$ünot', '$Who_1x', 'no dollars', '', '\n\n  $-', '$$$who', '${who}$what$$'):
    tm = Template(s)
    t(lambda: tm.substitute(who='tim', what='kung pao', Who_1x=3)); t(lambda: tm.safe_substitute(who='tim')); t(lambda: tm.is_valid()); t(lambda: tm.get_identifiers())
t(lambda: Template('$a $b').substitute({'a': 1}, b=2)); t(lambda: Template('$a $b').substitute({'a': 1}, a=2)); t(lambda: Template('$a').safe_substitute()); t(lambda: Template('$a').substitute()); t(lambda: Template('$a $a').substitute(defaultdict(lambda: 'made'))); t(lambda: Template('$a').substitute({'a': [1, None]})); t(lambda: Template('$a').template); t(lambda: Template('$x').safe_substitute(defaultdict(lambda: 1 // 0))); t(lambda: Template.delimiter if 0 else Template('x').delimiter); t(lambda: Template()); t(lambda: Template('$x').substitute(3))
t(lambda: Formatter().format('{} {0!r}' if 0 else '{0} {1!r} {k:>5}', 1, 'a', k='z')); t(lambda: Formatter().vformat('{} {a}', (1,), {'a': 2})); t(lambda: Formatter().format_field(3.14159, '.2f')); t(lambda: Formatter().format('{x}'))
