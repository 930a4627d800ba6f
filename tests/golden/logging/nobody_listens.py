# logging.lastResort: CPython 3.14 library, "logging".
import logging, io, sys
sys.stderr = said = io.StringIO()
logging.lastResort = None
log = logging.getLogger('quiet')
log.warning('one'); log.warning('two'); log.debug('three')
logging.getLogger('other').error('four')
sys.stderr = sys.__stderr__
print(repr(said.getvalue()))
