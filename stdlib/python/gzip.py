# gzip: files and data in one piece. CPython 3.14 library, "gzip".
import io as _io
import os as _os
import struct as _struct
import zlib as _zlib
from builtins import open as _open

__all__ = ["BadGzipFile", "GzipFile", "open", "compress", "decompress"]

FTEXT, FHCRC, FEXTRA, FNAME, FCOMMENT = 1, 2, 4, 8, 16
READ = 'rb'
WRITE = 'wb'
READ_BUFFER_SIZE = 128 * 1024
_TRUNCATED = "Compressed file ended before the end-of-stream marker was reached"


def write32u(output, value):
    output.write(_struct.pack("<L", value))


def open(filename, mode="rb", compresslevel=9, encoding=None, errors=None, newline=None):
    """Open a gzip-compressed file in binary or text mode."""
    text = "t" in mode
    if text:
        if "b" in mode:
            raise ValueError("Invalid mode: %r" % (mode,))
    else:
        for name, given in ("encoding", encoding), ("errors", errors), ("newline", newline):
            if given is not None:
                raise ValueError(f"Argument '{name}' not supported in binary mode")
    binary_mode = mode.replace("t", "")
    if isinstance(filename, (str, bytes, _os.PathLike)):
        file = GzipFile(filename, binary_mode, compresslevel)
    elif hasattr(filename, "read") or hasattr(filename, "write"):
        file = GzipFile(None, binary_mode, compresslevel, filename)
    else:
        raise TypeError("filename must be a str or bytes object, or a file")
    if text:
        file._begin_text(encoding, errors, newline)
    return file


def _gzip_file():
    def __init__(self, filename=None, mode=None, compresslevel=9, fileobj=None, mtime=None):
        given_mode = mode
        if mode and ('t' in mode or 'U' in mode):
            raise ValueError("Invalid mode: {!r}".format(mode))
        if mode and 'b' not in mode:
            mode += 'b'
        self.fileobj = self.myfileobj = None
        if fileobj is None:
            fileobj = self.myfileobj = _open(filename, mode or 'rb')
        if filename is None:
            filename = getattr(fileobj, 'name', '')
            if not isinstance(filename, (str, bytes)):
                filename = ''
        else:
            filename = _os.fspath(filename)
        if mode is None:
            mode = getattr(fileobj, 'mode', 'rb')
        self.name = filename
        self.fileobj = fileobj
        self._text = None
        self._position = 0
        self._crc = _zlib.crc32(b'')
        self.mtime = None
        if mode.startswith('r'):
            self.mode = READ
            self._begin_reading()
        elif mode.startswith(('w', 'a', 'x')):
            if given_mode is None:
                import warnings
                warnings.warn("GzipFile was opened for writing, but this will change in future Python releases.  "
                              "Specify the mode argument for opening it for writing.", FutureWarning, 2)
            self.mode = WRITE
            self._mtime = mtime
            self._size = 0
            self._compress = _zlib.compressobj(compresslevel, _zlib.DEFLATED, -_zlib.MAX_WBITS, _zlib.DEF_MEM_LEVEL, 0)
            self._write_header(compresslevel)
        else:
            raise ValueError("Invalid mode: {!r}".format(mode))
        self._repr = '<gzip ' + repr(fileobj)[1:-1] + ' ' + hex(id(self)) + '>'

    def _check(self, reading, what):
        if self.fileobj is None:
            raise ValueError("I/O operation on closed file")
        if reading != (self.mode == READ):
            kind = "write-only" if reading else "read-only"
            raise OSError(9, f"{what}() on {kind} GzipFile object")

    # ---- writing

    def _write_header(self, compresslevel):
        name = _os.path.basename(self.name)
        if not isinstance(name, bytes):
            try:
                name = name.encode('latin-1')
            except UnicodeEncodeError:
                name = b''
        if name.endswith(b'.gz'):
            name = name[:-3]
        mtime = self._mtime
        if mtime is None:
            mtime = _now() // 1_000_000_000
        extra = b'\002' if compresslevel == 9 else b'\004' if compresslevel == 1 else b'\000'
        flags = bytes([FNAME if name else 0])
        header = b'\037\213\010' + flags + _struct.pack("<L", int(mtime)) + extra + b'\377'
        self.fileobj.write(header + name + b'\000' if name else header)

    def write(self, data):
        if self._text is not None:
            self._check(False, 'write')
            return self._text.write(data)
        self._check(False, 'write')
        if not isinstance(data, (bytes, bytearray)):
            try:
                data = memoryview(data).tobytes()
            except TypeError:
                raise TypeError(f"a bytes-like object is required, not '{type(data).__name__}'") from None
        if data:
            self.fileobj.write(self._compress.compress(data))
            self._size += len(data)
            self._crc = _zlib.crc32(data, self._crc)
            self._position += len(data)
        return len(data)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def flush(self, zlib_mode=_zlib.Z_SYNC_FLUSH):
        if self.fileobj is None:
            raise ValueError("I/O operation on closed file")
        if self.mode == WRITE:
            self._compress_text()
            self.fileobj.write(self._compress.flush(zlib_mode))
            self.fileobj.flush()

    def detach(self):
        raise _io.UnsupportedOperation('detach')

    def close(self):
        file = self.fileobj
        if file is None:
            return
        try:
            if self.mode == WRITE:
                self._compress_text()
                file.write(self._compress.flush())
                write32u(file, self._crc)
                write32u(file, self._size & 0xffffffff)
        finally:
            self.fileobj = None
            self.closed = True
            own, self.myfileobj = self.myfileobj, None
            if own is not None:
                own.close()

    # ---- reading: decompressed bytes from self._at on in self._buffer, the rest in the file

    def _begin_reading(self):
        self._buffer = b''
        self._at = 0
        self._ended = False
        self._raw = b''
        self._stream = None
        self._first = True

    def _exactly(self, count):
        while len(self._raw) < count:
            more = self.fileobj.read(READ_BUFFER_SIZE)
            if not more:
                self._raw = b''
                raise EOFError(_TRUNCATED)
            self._raw += more
        data, self._raw = self._raw[:count], self._raw[count:]
        return data

    def _skip_text(self):
        while self._exactly(1) != b'\0':
            pass

    def _begin_member(self):
        """Reads a header; false at the end of the file."""
        if not self._raw:
            self._raw = self.fileobj.read(READ_BUFFER_SIZE)
        if not self._first:
            # Members may be followed by zeros.
            self._raw = self._raw.lstrip(b'\0')
            while not self._raw:
                self._raw = self.fileobj.read(READ_BUFFER_SIZE)
                if not self._raw:
                    return False
                self._raw = self._raw.lstrip(b'\0')
        elif not self._raw:
            return False
        self._first = False
        if len(self._raw) < 2:
            self._raw += self.fileobj.read(READ_BUFFER_SIZE)
        magic, self._raw = self._raw[:2], self._raw[2:]
        if magic != b'\037\213':
            raise BadGzipFile('Not a gzipped file (%r)' % magic)
        method, flag, self.mtime = _struct.unpack("<BBIxx", self._exactly(8))
        if method != 8:
            raise BadGzipFile('Unknown compression method')
        if flag & FEXTRA:
            self._exactly(*_struct.unpack("<H", self._exactly(2)))
        if flag & FNAME:
            self._skip_text()
        if flag & FCOMMENT:
            self._skip_text()
        if flag & FHCRC:
            self._exactly(2)
        self._stream = _zlib.decompressobj(wbits=-_zlib.MAX_WBITS)
        self._crc = _zlib.crc32(b'')
        self._size = 0
        return True

    def _end_member(self):
        self._raw = self._stream.unused_data
        self._stream = None
        crc, size = _struct.unpack("<II", self._exactly(8))
        if crc != self._crc:
            raise BadGzipFile("CRC check failed %s != %s" % (hex(crc), hex(self._crc)))
        if size != (self._size & 0xffffffff):
            raise BadGzipFile("Incorrect length of data produced")

    def _fill(self):
        """Decompresses some more; false at the end."""
        while not self._ended:
            if self._stream is not None and self._stream.eof:
                self._end_member()
            if self._stream is None and not self._begin_member():
                self._ended = True
                break
            compressed = self._stream.unconsumed_tail or self._raw
            self._raw = b''
            if not compressed:
                compressed = self.fileobj.read(READ_BUFFER_SIZE)
            data = self._stream.decompress(compressed, READ_BUFFER_SIZE)
            self._crc = _zlib.crc32(data, self._crc)
            self._size += len(data)
            if not (compressed or data or self._stream.eof):
                raise EOFError(_TRUNCATED)
            if data:
                self._buffer = self._buffer[self._at:] + data
                self._at = 0
                return True
        return False

    def _take(self, count):
        data = self._buffer[self._at:self._at + count]
        self._at += len(data)
        self._position += len(data)
        return data

    def _read_bytes(self, size):
        if size is None or size < 0:
            pieces = [self._take(len(self._buffer))]
            while self._fill():
                pieces.append(self._take(len(self._buffer)))
            return b''.join(pieces)
        while len(self._buffer) - self._at < size and self._fill():
            pass
        return self._take(size)

    def read(self, size=-1):
        self._check(True, 'read')
        return self._read_bytes(size) if self._text is None else self._text_in().read(size)

    def read1(self, size=-1):
        self._check(True, 'read1')
        if self._at == len(self._buffer):
            self._fill()
        return self._take(len(self._buffer) if size < 0 else size)

    def peek(self, n):
        self._check(True, 'peek')
        if self._at == len(self._buffer):
            self._fill()
        return self._buffer[self._at:]

    def readinto(self, b):
        self._check(True, 'read')
        view = memoryview(b).cast('B')
        data = self._read_bytes(len(view))
        view[:len(data)] = data
        return len(data)

    def readinto1(self, b):
        return self.readinto(b)

    def readline(self, size=-1):
        self._check(True, 'read')
        if self._text is not None:
            return self._text_in().readline(size)
        looked_at = 0
        while True:
            end = self._buffer.find(b'\n', self._at + looked_at)
            if end >= 0:
                count = end + 1 - self._at
                return self._take(count if size < 0 else min(size, count))
            looked_at = len(self._buffer) - self._at
            if 0 <= size <= looked_at or not self._fill():
                return self._take(looked_at if size < 0 else min(size, looked_at))

    def readlines(self, hint=-1):
        lines = []
        size = 0
        while line := self.readline():
            lines.append(line)
            size += len(line)
            if hint is not None and 0 < hint <= size:
                break
        return lines

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    # ---- text: in one piece

    def _begin_text(self, encoding, errors, newline):
        self._text_options = {'encoding': encoding, 'errors': errors, 'newline': newline}
        self._text = _io.TextIOWrapper(_io.BytesIO(), **self._text_options)
        self._loaded = False
        self.encoding = self._text.encoding
        self.errors = self._text.errors

    def _text_in(self):
        if not self._loaded:
            self._text = _io.TextIOWrapper(_io.BytesIO(self._read_bytes(-1)), **self._text_options)
            self._loaded = True
        return self._text

    def _compress_text(self):
        if self._text is None:
            return
        self._text.flush()
        data = self._text.buffer.getvalue()
        if data:
            text, self._text = self._text, None
            try:
                self.write(data)
            finally:
                self._text = text
            text.seek(0)
            text.truncate()

    # ---- positions

    def rewind(self):
        """Return the uncompressed stream file position indicator to the beginning of the file"""
        if self.mode != READ:
            raise OSError("Can't rewind in write mode")
        self.fileobj.seek(0)
        self._begin_reading()
        self._position = 0

    def tell(self):
        if self.fileobj is None:
            raise ValueError("I/O operation on closed file")
        if self._text is not None:
            return self._text_in().tell() if self.mode == READ else self._text.tell()
        return self._position

    def seek(self, offset, whence=0):
        if self.fileobj is None:
            raise ValueError("I/O operation on closed file")
        if self._text is not None and self.mode == READ:
            return self._text_in().seek(offset, whence)
        if self.mode == WRITE:
            if whence == 1:
                offset += self._position
            elif whence != 0:
                raise ValueError('Seek from end not supported')
            if offset < self._position:
                raise OSError('Negative seek in write mode')
            while self._position < offset:
                self.write(b'\0' * min(READ_BUFFER_SIZE, offset - self._position))
            return self._position
        if whence == 1:
            offset += self._position
        elif whence == 2:
            self._read_bytes(-1)
            offset += self._position
        elif whence != 0:
            raise ValueError("Invalid value for whence: {}".format(whence))
        if offset < self._position:
            self.rewind()
        while self._position < offset and self._read_bytes(min(READ_BUFFER_SIZE, offset - self._position)):
            pass
        return self._position

    def truncate(self, size=None):
        raise _io.UnsupportedOperation("truncate")

    def fileno(self):
        return self.fileobj.fileno()

    def isatty(self):
        return False

    def readable(self):
        return self.mode == READ

    def writable(self):
        return self.mode == WRITE

    def seekable(self):
        return True

    def __enter__(self):
        if self.fileobj is None:
            raise ValueError("I/O operation on closed file")
        return self

    def __exit__(self, *exc_info):
        self.close()

    closed = False
    return locals()


_define(GzipFile, _gzip_file())


def compress(data, compresslevel=9, *, mtime=0):
    """Compress data in one shot and return the compressed string."""
    if mtime is None:
        mtime = _now() // 1_000_000_000
    gzip_data = _zlib.compress(data, level=compresslevel, wbits=31)
    return b''.join([gzip_data[:4], _struct.pack("<L", int(mtime)), gzip_data[8:9], b'\xff', gzip_data[10:]])


def _skip_text(data, at):
    end = data.find(b'\0', at)
    if end < 0:
        raise EOFError("Compressed file ended before the end-of-stream marker was reached")
    return end + 1


def _skip_header(data):
    """Where the compressed bytes of the first member begin; None at the end of the data."""
    if not data:
        return None
    if data[:2] != b'\037\213':
        raise BadGzipFile('Not a gzipped file (%r)' % data[:2])
    if len(data) < 10:
        raise EOFError("Compressed file ended before the end-of-stream marker was reached")
    method, flag = data[2], data[3]
    if method != 8:
        raise BadGzipFile('Unknown compression method')
    at = 10
    if flag & FEXTRA:
        at += 2 + int.from_bytes(data[at:at + 2], 'little')
    if flag & FNAME:
        at = _skip_text(data, at)
    if flag & FCOMMENT:
        at = _skip_text(data, at)
    if flag & FHCRC:
        at += 2
    return at


def decompress(data):
    """Decompress a gzip compressed string in one shot."""
    members = []
    data = _io.BytesIO(data).getvalue() if not isinstance(data, bytes) else data
    while True:
        at = _skip_header(data)
        if at is None:
            return b''.join(members)
        do = _zlib.decompressobj(wbits=-_zlib.MAX_WBITS)
        decompressed = do.decompress(data[at:])
        if not do.eof or len(do.unused_data) < 8:
            raise EOFError("Compressed file ended before the end-of-stream marker was reached")
        crc, length = _struct.unpack("<II", do.unused_data[:8])
        if crc != _zlib.crc32(decompressed):
            raise BadGzipFile("CRC check failed")
        if length != (len(decompressed) & 0xffffffff):
            raise BadGzipFile("Incorrect length of data produced")
        members.append(decompressed)
        data = do.unused_data[8:].lstrip(b"\x00")
