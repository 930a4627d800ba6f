# Every public name of tempfile that CPython has and docs/modules.md does not list as missing.
names = 'NamedTemporaryFile SpooledTemporaryFile TMP_MAX TemporaryDirectory TemporaryFile gettempdir gettempdirb gettempprefix gettempprefixb mkdtemp mktemp tempdir template'
import tempfile as m
print('tempfile', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
