# logging to files; warnings as log records. CPython 3.14 library, "logging".
# files: yes
import logging
logging.basicConfig(filename='/tmp/app.log', level=logging.INFO, format='%(levelname)s:%(message)s', encoding='utf-8')
logging.debug('not this')
logging.info('first %d', 1)
logging.getLogger('x').warning('sécond')
handler = logging.getLogger().handlers[0]
print(type(handler).__name__, handler.baseFilename, handler.mode, handler)
with open('/tmp/app.log', encoding='utf-8') as f:
    print(f.read(), end='')
handler.close()
logging.error('after close')
print(open('/tmp/app.log', encoding='utf-8').read(), end='')
logging.basicConfig(filename='/tmp/app.log', filemode='w', force=True)
logging.error('anew')
print(open('/tmp/app.log').read(), end='')
h = logging.FileHandler('/tmp/late.log', delay=True)
import os
print(os.path.exists('/tmp/late.log'), h.stream)
log = logging.getLogger('late')
log.propagate = False
log.addHandler(h)
log.warning('now')
print(open('/tmp/late.log').read(), end='')
for kwargs in {'filename': 'x', 'stream': None}, {'filename': 'x', 'handlers': []}:
    logging.getLogger().handlers.clear()
    try:
        logging.basicConfig(**kwargs)
    except ValueError as e:
        print(e)

# --- warnings
import logging, warnings, sys
logging.basicConfig(stream=sys.stdout)
logging.captureWarnings(True)
warnings.warn('captured')
logging.captureWarnings(False)
warnings.warn('shown')
