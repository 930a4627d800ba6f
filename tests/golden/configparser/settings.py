# configparser: CPython 3.14 library, "configparser".
import configparser, io, sys, collections
from collections.abc import Mapping, MutableMapping
def t(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print(type(e).__name__, repr(e), e.args)
C = configparser.ConfigParser
c = C(interpolation=configparser.ExtendedInterpolation()); c.read_string('[a]\nx=1\ny=${x}2\nz=${b:q}!\nd=$$\ne=$x\nf=${\ng=${a:b:c}\nh=${nope}\ni=${zz:x}\n[b]\nq=${w}${a:x}\nw=W\nr=${r}\n')
for o in 'xyzdefghi': t(c.get, 'a', o)
t(c.get, 'b', 'r'); t(c.set, 'a', 'n', '$'); t(c.set, 'a', 'n', '$$ok ${x}'); t(c.get, 'a', 'n')
c = C(interpolation=None); c.read_string('[a]\nx=%(y)s%\n'); print(c['a']['x']); c = configparser.RawConfigParser(); c.read_string('[a]\nX=%(y)s%\n'); print(c['a']['x'], c.get('a', 'X')); c.set('a', 'i', 5); print(c.get('a', 'i')); c.add_section(4); print(c.sections())
c = C(delimiters=(':=', '~'), comment_prefixes=('//',), inline_comment_prefixes=(';', '#'), default_section='common', empty_lines_in_values=False); t(c.read_string, '// c\n[common]\nz ~ 1\n[s]\na := b ; comment\nb ~ x;y\nc~multi\n  line # c\n\n  more\nd := #all\n'); print({k: dict(v) for k, v in c.items()}); f = io.StringIO(); c.write(f); print(f.getvalue())
c = C(allow_no_value=True); c.read_string('[a]\nflag\nx=\ny = 1\n'); print(dict(c['a']), c.get('a', 'flag')); f = io.StringIO(); c.write(f); print(repr(f.getvalue())); c.set('a', 'new'); print(c['a']['new'])
c = C(converters={'list': lambda v: v.split(','), 'upper': str.upper}); c.read_string('[a]\nl=1,2,3\n'); print(c.getlist('a', 'l'), c['a'].getlist('l'), c['a'].getupper('l'), c['a'].getlist('zz'), c['a'].getlist('zz', 'FB'), c.getlist('a', 'zz', fallback=[]), list(c.converters), len(c.converters), c.converters['list']('a,b')); c.converters['double'] = lambda v: v * 2; print(c['a'].getdouble('l'), c.getdouble('a', 'l')); del c.converters['double']; print(hasattr(c, 'getdouble'))
def z(): c.converters[''] = 1
t(z)
def z(): c.converters[3] = 1
t(z)
c = C(); c.optionxform = str; c.read_string('[a]\nCase=1\ncase=2\n'); print(dict(c['a'])); f = io.StringIO(); c.write(f); print(f.getvalue())
c = C(allow_unnamed_section=True); c.read_string('a=1\nb=2\n[s]\nc=3\n'); print(c.sections(), dict(c[configparser.UNNAMED_SECTION]), c.get(configparser.UNNAMED_SECTION, 'a')); f = io.StringIO(); c.write(f); print(f.getvalue()); t(C().add_section, configparser.UNNAMED_SECTION)

c = C({'home': '/h'}); c.read_dict({'s': {'a': '%(home)s', 'b': 2}, 'DEFAULT': {'q': 1}}); print({k: dict(v) for k, v in c.items()}); t(c.read_dict, {'s': {'A': '1', 'a': '2'}}); t(c.read_dict, {'s': {1: 2}}); print(dict(c['s']))
t(C, interpolation=3); t(C, interpolation=configparser.BasicInterpolation); t(C, foo=1); c = C(dict_type=collections.OrderedDict); c.read_string('[a]\nx=1\n'); print(type(c.defaults()).__name__)
c = C(); c.read_string('[a]\nx=1'); c.set('a', 'k=v', 'w'); f = io.StringIO(); t(c.write, f); c = C(); c.read_string('[a]\nx=1'); c.set('a', '[k]', 'w'); t(c.write, f)
print(isinstance(C(), MutableMapping), isinstance(C()['DEFAULT'], Mapping)); t(hash, C())
print(c.read(['/nonexistent/a.ini']), c.read('/nonexistent'), c.read([])); print(C().getboolean.__name__, C.BOOLEAN_STATES, configparser.DEFAULTSECT, configparser.MAX_INTERPOLATION_DEPTH, configparser.UNNAMED_SECTION)
c = C(); c.read_file(['[x]\n', 'a = 1\n', 'b=2'], source='lines'); print(dict(c['x'])); t(c.read_file, ['oops\n']); t(c.read_file, ['oops\n'], source='S')
c.read_string('[x]\na=3\n[y]\n'); print(dict(c['x'])); c['DEFAULT']['zed'] = '9'; print(c['y']['zed'], len(c['y']), list(c['y'])); c['DEFAULT'] = {}; print(len(c['y'])); c['x'] = c['x']; print(dict(c['x']))
for v in ('1', 'yes', 'TRUE', 'off', 'No', '2', ''):
    c['x']['b'] = v; t(c.getboolean, 'x', 'b'); t(c['x'].getboolean, 'b')
def deep():
    c = C(); c.read_string('[a]\n' + ''.join('k%d = %%(k%d)s\n' % (i, i + 1) for i in range(12)) + 'k12 = end\n'); t(c.get, 'a', 'k0'); t(c.get, 'a', 'k5')
deep()
with_bom = C(); t(with_bom.read_string, '\ufeff[a]\nx=1\n')
