# gzip: compress and decompress. CPython 3.14 library, "gzip". Files wait for io.
import struct as _struct
import zlib as _zlib

__all__ = ["BadGzipFile", "compress", "decompress"]

FTEXT, FHCRC, FEXTRA, FNAME, FCOMMENT = 1, 2, 4, 8, 16


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
    data = bytes(data)
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
