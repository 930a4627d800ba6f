# io: what is written in Python. CPython 3.14 library, "io".
__all__ = ['BlockingIOError', 'open', 'open_code', 'IOBase', 'RawIOBase', 'FileIO', 'BytesIO', 'StringIO', 'BufferedIOBase',
           'BufferedReader', 'BufferedWriter', 'BufferedRWPair', 'BufferedRandom', 'TextIOBase', 'TextIOWrapper',
           'UnsupportedOperation', 'SEEK_SET', 'SEEK_CUR', 'SEEK_END', 'DEFAULT_BUFFER_SIZE', 'text_encoding',
           'IncrementalNewlineDecoder']

_LF, _CR, _CRLF = 1, 2, 4


def _newline_decoder():
    def __init__(self, decoder, translate, errors='strict'):
        self._decoder = decoder
        self._translate = translate
        self._errors = errors
        self._pending = False  # a \r at the end that a \n may follow
        self._seen = 0
        self.newlines = None

    def decode(self, input, final=False):
        output = input if self._decoder is None else self._decoder.decode(input, final)
        if not isinstance(output, str):
            raise TypeError(f"decoder should return a string result, not '{type(output).__name__}'")
        if self._pending and (output or final):
            output = '\r' + output
            self._pending = False
        if output.endswith('\r') and not final:
            output = output[:-1]
            self._pending = True
        crlf = output.count('\r\n')
        cr = output.count('\r') - crlf
        lf = output.count('\n') - crlf
        self._see(self._seen | (_LF if lf else 0) | (_CR if cr else 0) | (_CRLF if crlf else 0))
        if self._translate:
            output = output.replace('\r\n', '\n').replace('\r', '\n')
        return output

    def _see(self, seen):
        self._seen = seen
        kinds = [text for bit, text in ((_CR, '\r'), (_LF, '\n'), (_CRLF, '\r\n')) if seen & bit]
        self.newlines = tuple(kinds) if len(kinds) > 1 else kinds[0] if kinds else None

    def getstate(self):
        buffer, flag = (b'', 0) if self._decoder is None else self._decoder.getstate()
        return buffer, flag << 1 | self._pending

    def setstate(self, state, /):
        buffer, flag = state
        self._pending = bool(flag & 1)
        if self._decoder is not None:
            self._decoder.setstate((buffer, flag >> 1))

    def reset(self):
        self._see(0)
        self._pending = False
        if self._decoder is not None:
            self._decoder.reset()

    return locals()


def _pair():
    def __init__(self, reader, writer, buffer_size=DEFAULT_BUFFER_SIZE, /):
        if not reader.readable():
            raise UnsupportedOperation('File or stream is not readable.')
        if not writer.writable():
            raise UnsupportedOperation('File or stream is not writable.')
        self._reader = BufferedReader(reader, buffer_size)
        self._writer = BufferedWriter(writer, buffer_size)
        self.closed = False

    def read(self, size=-1, /):
        return self._reader.read(size)

    def read1(self, size=-1, /):
        return self._reader.read1(size)

    def readinto(self, buffer, /):
        return self._reader.readinto(buffer)

    def readinto1(self, buffer, /):
        return self._reader.readinto1(buffer)

    def readline(self, size=-1, /):
        return self._reader.readline(size)

    def readlines(self, hint=-1, /):
        return self._reader.readlines(hint)

    def peek(self, size=0, /):
        return self._reader.peek(size)

    def write(self, buffer, /):
        return self._writer.write(buffer)

    def writelines(self, lines, /):
        for line in lines:
            self.write(line)

    def flush(self):
        return self._writer.flush()

    def readable(self):
        return self._reader.readable()

    def writable(self):
        return self._writer.writable()

    def seekable(self):
        return False

    def isatty(self):
        return self._writer.isatty() or self._reader.isatty()

    def close(self):
        try:
            self._writer.close()
        finally:
            self._reader.close()
            self.closed = self._writer.closed

    def _unsupported(name):
        def method(self, *args):
            raise UnsupportedOperation(name)
        return method

    seek, tell, truncate, fileno, detach = map(_unsupported, ('seek', 'seek', 'truncate', 'fileno', 'detach'))

    def __enter__(self):
        if self.closed:
            raise ValueError('I/O operation on closed file.')
        return self

    def __exit__(self, *excinfo):
        self.close()

    def __iter__(self):
        return self

    def __next__(self):
        if line := self.readline():
            return line
        raise StopIteration

    return locals()


_define(IncrementalNewlineDecoder, _newline_decoder())
_define(BufferedRWPair, _pair())
