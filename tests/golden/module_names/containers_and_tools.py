# Every public name of these modules that CPython has and docs/modules.md does not list as missing.
names = 'AbstractAsyncContextManager AbstractContextManager AsyncContextDecorator AsyncExitStack ContextDecorator ExitStack aclosing asynccontextmanager closing contextmanager nullcontext redirect_stderr redirect_stdout suppress'
import contextlib as m
print('contextlib', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
names = 'ChainMap Counter OrderedDict defaultdict deque namedtuple'
import collections as m
print('collections', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
names = 'AsyncGenerator AsyncIterable AsyncIterator Awaitable Buffer ByteString Callable Collection Container Coroutine Generator Hashable ItemsView Iterable Iterator KeysView Mapping MappingView MutableMapping MutableSequence MutableSet Reversible Sequence Set Sized ValuesView'
import collections.abc as m
print('collections.abc', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
names = 'accumulate batched chain combinations combinations_with_replacement compress count cycle dropwhile filterfalse groupby islice pairwise permutations product repeat starmap takewhile tee zip_longest'
import itertools as m
print('itertools', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
names = 'Placeholder WRAPPER_ASSIGNMENTS WRAPPER_UPDATES cache cmp_to_key lru_cache partial reduce singledispatch update_wrapper'
import functools as m
print('functools', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
names = 'abs add and_ attrgetter call concat contains countOf delitem eq floordiv ge getitem gt iadd iand iconcat ifloordiv ilshift imatmul imod imul index indexOf inv invert ior ipow irshift is_ is_none is_not is_not_none isub itemgetter itruediv ixor le length_hint lshift lt matmul methodcaller mod mul ne neg not_ or_ pos pow rshift setitem sub truediv truth xor'
import operator as m
print('operator', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
names = 'heapify heapify_max heappop heappop_max heappush heappush_max heappushpop heappushpop_max heapreplace heapreplace_max merge nlargest nsmallest'
import heapq as m
print('heapq', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
names = 'bisect bisect_left bisect_right insort insort_left insort_right'
import bisect as m
print('bisect', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
names = 'Error copy deepcopy error replace'
import copy as m
print('copy', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
names = 'iskeyword issoftkeyword kwlist softkwlist'
import keyword as m
print('keyword', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
names = 'E2BIG EACCES EADDRINUSE EADDRNOTAVAIL EADV EAFNOSUPPORT EAGAIN EALREADY EBADE EBADF EBADFD EBADMSG EBADR EBADRQC EBADSLT EBFONT EBUSY ECANCELED ECHILD ECHRNG ECOMM ECONNABORTED ECONNREFUSED ECONNRESET EDEADLK EDEADLOCK EDESTADDRREQ EDOM EDOTDOT EDQUOT EEXIST EFAULT EFBIG EHOSTDOWN EHOSTUNREACH EHWPOISON EIDRM EILSEQ EINPROGRESS EINTR EINVAL EIO EISCONN EISDIR EISNAM EKEYEXPIRED EKEYREJECTED EKEYREVOKED EL2HLT EL2NSYNC EL3HLT EL3RST ELIBACC ELIBBAD ELIBEXEC ELIBMAX ELIBSCN ELNRNG ELOOP EMEDIUMTYPE EMFILE EMLINK EMSGSIZE EMULTIHOP ENAMETOOLONG ENAVAIL ENETDOWN ENETRESET ENETUNREACH ENFILE ENOANO ENOBUFS ENOCSI ENODATA ENODEV ENOENT ENOEXEC ENOKEY ENOLCK ENOLINK ENOMEDIUM ENOMEM ENOMSG ENONET ENOPKG ENOPROTOOPT ENOSPC ENOSR ENOSTR ENOSYS ENOTBLK ENOTCONN ENOTDIR ENOTEMPTY ENOTNAM ENOTRECOVERABLE ENOTSOCK ENOTSUP ENOTTY ENOTUNIQ ENXIO EOPNOTSUPP EOVERFLOW EOWNERDEAD EPERM EPFNOSUPPORT EPIPE EPROTO EPROTONOSUPPORT EPROTOTYPE ERANGE EREMCHG EREMOTE EREMOTEIO ERESTART ERFKILL EROFS ESHUTDOWN ESOCKTNOSUPPORT ESPIPE ESRCH ESRMNT ESTALE ESTRPIPE ETIME ETIMEDOUT ETOOMANYREFS ETXTBSY EUCLEAN EUNATCH EUSERS EWOULDBLOCK EXDEV EXFULL errorcode'
import errno as m
print('errno', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
names = 'Formatter Template ascii_letters ascii_lowercase ascii_uppercase capwords digits hexdigits octdigits printable punctuation whitespace'
import string as m
print('string', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
names = 'TextWrapper dedent fill indent shorten wrap'
import textwrap as m
print('textwrap', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
names = 'PrettyPrinter isreadable isrecursive pformat pp pprint saferepr'
import pprint as m
print('pprint', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
names = 'filter filterfalse fnmatch fnmatchcase translate'
import fnmatch as m
print('fnmatch', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
names = 'join quote shlex split'
import shlex as m
print('shlex', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
names = 'CycleError TopologicalSorter'
import graphlib as m
print('graphlib', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
names = 'MAXBINSIZE MAXLINESIZE a85decode a85encode b16decode b16encode b32decode b32encode b32hexdecode b32hexencode b64decode b64encode b85decode b85encode decodebytes encodebytes standard_b64decode standard_b64encode urlsafe_b64decode urlsafe_b64encode z85decode z85encode'
import base64 as m
print('base64', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
names = 'Error Incomplete a2b_base64 a2b_hex a2b_qp a2b_uu b2a_base64 b2a_hex b2a_qp b2a_uu crc32 crc_hqx hexlify unhexlify'
import binascii as m
print('binascii', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
names = 'Differ IS_CHARACTER_JUNK IS_LINE_JUNK Match SequenceMatcher context_diff get_close_matches ndiff restore unified_diff'
import difflib as m
print('difflib', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
