# configparser: CPython 3.14 library, "configparser".
import configparser, io, sys
def t(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print(type(e).__name__, repr(e), e.args, {k: v for k, v in vars(e).items()})
C = configparser.ConfigParser
c = C()
c.read_string('''
[DEFAULT]
base = /usr
; comment
[one]
path = %(base)s/bin
num: 42
fl = 1.5
yes = On
multi = a
   b
   # comment inside

   c
empty =
percent = 50%%
[two]
path = %(missing)s
num = x
loop = %(loop)s
bad = %(
bad2 = %x
''')
print(c.sections(), len(c), list(c), 'one' in c, 'DEFAULT' in c, 'nope' in c, bool(C()))
s = c['one']; print(s, len(s), list(s), s['path'], s.get('num'), s.getint('num'), s.getfloat('fl'), s.getboolean('yes'), repr(s['multi']), repr(s['empty']), s['percent'], s.name, s.parser is c)
print(c.items('one'), c.items('one', raw=True)); print(dict(s)); print({k: dict(v) for k, v in c.items() if k != 'two'}); print(dict(c['DEFAULT']), c.defaults())
for name in ('path', 'num', 'loop', 'bad', 'bad2', 'nope'):
    t(c.get, 'two', name); t(c.getint, 'two', name); t(c.get, 'two', name, raw=True); t(c.get, 'two', name, fallback='FB')
t(c.get, 'three', 'x'); t(c.get, 'three', 'x', fallback=1); t(c.getint, 'one', 'nope', fallback=7); t(c.getboolean, 'one', 'num'); t(c.options, 'zz'); t(c.items, 'zz'); t(lambda: c['zz']); t(lambda: c['one']['zz'])
t(c.get, 'one', 'path', vars={'base': '/x', 'q': 3}); t(c.get, 'one', 'q', vars={'q': 3})
t(c.add_section, 'one'); t(c.add_section, 'DEFAULT'); t(c.add_section, 3); t(c.set, 'one', 'x', 3); t(c.set, 'one', 'x', '%'); t(c.set, 'zz', 'x', '1'); t(c.set, 'one', 'NEW', 'v'); t(c.has_option, 'one', 'new'); t(c.has_option, '', 'base'); t(c.has_option, 'zz', 'base')
t(c.remove_option, 'one', 'new'); t(c.remove_option, 'one', 'new'); t(c.remove_option, 'zz', 'new'); t(c.remove_section, 'two'); t(c.remove_section, 'two')
c['three'] = {'a': 1, 'B': 'x'}; c['three']['c'] = 'd'; del c['three']['a']; print(dict(c['three'])); 
def d(): del c['three']['a']
t(d)
def d(): del c['DEFAULT']
t(d)
def d(): del c['zz']
t(d)
def d(): c['three']['q'] = 5
t(d)
f = io.StringIO(); c.write(f); print(f.getvalue()); f = io.StringIO(); c.write(f, space_around_delimiters=False); print(f.getvalue())
print(c['three'].setdefault('c', 'z'), c['three'].setdefault('n', 'z'), c['three'].pop('n'), c['three'].pop('n', 'dd'), list(c['three'].keys()), list(c['three'].values()), list(c['three'].items())); t(c['three'].pop, 'n')
c['three'].update({'u': '1'}, w='2'); print(dict(c['three'])); c['three'].clear(); print(dict(c['three'])); print(c.popitem(), c.pop('three', None)); t(c.popitem); t(c.pop, 'zz'); print(c.sections())
for text in ('key = 1\n', '[a]\n[a]\n', '[a]\nx=1\nx=2\n', '[a]\nnovalue\n', '[a]\nnovalue\n=x\n[b]\n;ok\nbad one\n', '[a\nx=1\n', ' [a]\n  x = 1\n    y = 2\n  z = 3\n', '[a]\nx\n  y\n'):
    t(C().read_string, text); t(C().read_string, text, 'SRC'); q = C(strict=False, allow_no_value=True); t(q.read_string, text); print({k: dict(v) for k, v in q.items()})
t(configparser.NoSectionError); t(configparser.Error); t(configparser.Error, 'x'); print(configparser.NoSectionError('a'), [repr(configparser.NoSectionError('a'))], issubclass(configparser.NoSectionError, configparser.Error), configparser.DuplicateSectionError('x'), configparser.DuplicateOptionError('a', 'b', 'c', 3), configparser.ParsingError('f'), configparser.MissingSectionHeaderError('f', 1, 'x\n'))
