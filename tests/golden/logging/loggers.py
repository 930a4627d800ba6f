# logging: CPython 3.14 library.
import logging
logging.warning('watch %s', 'out')
logging.info('not shown')
logging.error('e %d', 3)
log = logging.getLogger('a.b')
log.warning('w')
log.setLevel(logging.DEBUG)
log.debug('d %(x)s', {'x': 5})
print(log, logging.getLogger('a.b') is log, logging.getLogger(), log.parent, log.getEffectiveLevel(), log.isEnabledFor(5), log.name, log.handlers, log.hasHandlers())
logging.disable(logging.WARNING)
log.warning('no')
log.error('yes')
logging.disable(logging.NOTSET)
try:
    1 / 0
except ZeroDivisionError:
    log.exception('failed')
    log.info('with', exc_info=True)

# --- before any configuration
import logging
logging.root.handlers.clear()
logging.getLogger('x').info('not shown')
logging.getLogger('x').warning('last resort')
print(logging.lastResort, logging.getLogger('x').hasHandlers())

# --- configuration
import logging, sys
logging.basicConfig(level=logging.DEBUG, format='%(levelname)-8s|%(name)s|%(message)s|%(lineno)d|%(funcName)s', stream=sys.stdout, force=True)
def f():
    logging.getLogger('m').info('from f')
f()
logging.debug('root')
logging.log(25, 'level 25')
logging.addLevelName(25, 'NOTICE')
logging.log(25, 'notice')
logging.getLogger('m').critical('bad', extra={'k': 1})
h = logging.StreamHandler(sys.stdout)
h.setFormatter(logging.Formatter('{levelname}: {message}', style='{'))
h.setLevel('ERROR')
child = logging.getLogger('m.n')
child.addHandler(h)
child.propagate = False
child.error('only here')
child.warning('nowhere')
h.addFilter(lambda record: 'secret' not in record.getMessage())
child.error('a secret')
child.error('no s.')
f = logging.Filter('m')
print(f.filter(logging.makeLogRecord({'name': 'm.x'})), f.filter(logging.makeLogRecord({'name': 'mx'})))
logging.basicConfig(force=True, format='$levelname $message', style='$', stream=sys.stdout)
logging.error('dollar')
adapter = logging.LoggerAdapter(logging.getLogger('q'), {'who': 'me'})
logging.basicConfig(force=True, format='%(who)s %(message)s', stream=sys.stdout)
adapter.warning('hi %s', 'you')

# --- odds and ends
import logging
for text in '''
logging.getLevelName(10), logging.getLevelName('INFO'), logging.getLevelName(11), logging.DEBUG
logging.getLogger('x').setLevel('FOO')
logging.getLogger('x').setLevel(1.5)
logging.getLogger(3)
logging.Formatter('abc')
logging.Formatter(style='x')
logging.getLogger('x').log('INFO', 'x')
logging.basicConfig(foo=1, force=True)
logging.Formatter('%(message)s').format(logging.makeLogRecord({'msg': 'a %s', 'args': ('b',)}))
logging.Handler().emit(None)
logging.NullHandler().handle(None)
logging.getLogger('a').getChild('b').name, logging.getLogger('root') is logging.root, logging.getLogger('').name
type(logging.getLogger('a')), isinstance(logging.root, logging.Logger)
logging.Formatter('%(asctime)s %(message)s', '%Y').format(logging.makeLogRecord({'msg': 'm', 'created': 0.0}))
logging.Formatter('%(asctime)s').format(logging.makeLogRecord({'created': 1.25, 'msecs': 250.0}))
'''.strip().splitlines():
    try:
        print(text, '->', eval(text))
    except Exception as error:
        print(text, '->', type(error).__name__, error)
