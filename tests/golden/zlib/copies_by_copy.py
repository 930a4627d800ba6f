# copy.copy() and copy.deepcopy() of streams: CPython 3.14 library, "zlib", copy().
import copy, zlib
for way in copy.copy, copy.deepcopy, lambda stream: stream.copy():
    first = zlib.compressobj()
    start = first.compress(b'the same, ')
    second = way(first)
    ends = [stream.compress(text) + stream.flush() for stream, text in ((first, b'and one'), (second, b'and another'))]
    print([zlib.decompress(start + end) for end in ends])
    first = zlib.decompressobj()
    whole = start + ends[0]
    begun = first.decompress(whole[:9])
    second = way(first)
    print(begun + first.decompress(whole[9:]), begun + second.decompress(whole[9:]), first.eof, second.eof)
