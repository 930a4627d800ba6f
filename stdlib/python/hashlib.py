# hashlib: what is not in hashlib.cc. CPython 3.14 library, "hashlib".
__always_supported = ('md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'blake2b', 'blake2s',
                      'sha3_224', 'sha3_256', 'sha3_384', 'sha3_512', 'shake_128', 'shake_256')
algorithms_guaranteed = set(__always_supported)
algorithms_available = set(__always_supported)

__all__ = __always_supported + ('new', 'algorithms_guaranteed', 'algorithms_available', 'file_digest', 'pbkdf2_hmac', 'scrypt')

_constructors = {'md5': md5, 'sha1': sha1, 'sha224': sha224, 'sha256': sha256, 'sha384': sha384, 'sha512': sha512,
                 'blake2b': blake2b, 'blake2s': blake2s, 'sha3_224': sha3_224, 'sha3_256': sha3_256,
                 'sha3_384': sha3_384, 'sha3_512': sha3_512, 'shake_128': shake_128, 'shake_256': shake_256}


def new(name, *args, **kwargs):
    """new(name, data=b'', **kwargs) - Return a new hashing object using the
    named algorithm; optionally initialized with data (which must be
    a bytes-like object).
    """
    constructor = _constructors.get(name)
    if constructor is None:
        constructor = _constructors.get(name.lower().replace('-', '')) if isinstance(name, str) else None
    if constructor is None:
        raise ValueError('unsupported hash type ' + name)
    return constructor(*args, **kwargs)


def file_digest(fileobj, digest, /, *, _bufsize=2**18):
    """Hash the contents of a file-like object. Returns a digest object."""
    digestobj = new(digest) if isinstance(digest, str) else digest()
    if hasattr(fileobj, 'getbuffer'):
        digestobj.update(fileobj.getbuffer())
        return digestobj
    if not (hasattr(fileobj, 'readinto') and hasattr(fileobj, 'readable') and fileobj.readable()):
        raise ValueError(f"'{fileobj!r}' is not a file-like object in binary reading mode.")
    buf = bytearray(_bufsize)
    view = memoryview(buf)
    while True:
        size = fileobj.readinto(buf)
        if size is None:
            raise BlockingIOError("I/O operation would block.")
        if size == 0:
            break
        digestobj.update(view[:size])
    return digestobj
