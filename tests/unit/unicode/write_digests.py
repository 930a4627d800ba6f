"""Prints digests of what CPython says; run with CPython 3.14 to write cpython_digests.txt.

Each line is: topic, CRC-32 of all answers to it, number of answers. unicode_digest_test.cc asks pysub
the same questions in the same order. Where a digest differs, let both write their answers: give a
topic as the argument here and in the variable PYSUB_TOPIC there, and compare the outputs.
"""

import sys
import unicodedata
import zlib

ONLY = sys.argv[1] if len(sys.argv) > 1 else globals().get("TOPIC")
digests = {}


def answer(topic, data):
    """Adds an answer, as bytes, to a topic."""
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")
    crc, count = digests.get(topic, (0, 0))
    digests[topic] = zlib.crc32(data + b"\n", crc), count + 1
    if topic == ONLY:
        print(count, data)


def number(value):
    return str(value) if value is not None else "-"


def properties():
    u = unicodedata
    predicates = [str.isalpha, str.isalnum, str.isdecimal, str.isdigit, str.isnumeric, str.islower,
                  str.isupper, str.istitle, str.isspace, str.isprintable, str.isidentifier]
    for cp in range(0x110000):
        c = chr(cp)
        answer("category", u.category(c))
        answer("bidirectional", u.bidirectional(c))
        answer("combining", number(u.combining(c)))
        answer("east_asian_width", u.east_asian_width(c))
        answer("mirrored", number(u.mirrored(c)))
        answer("decomposition", u.decomposition(c))
        answer("decimal", number(u.decimal(c, None)))
        answer("digit", number(u.digit(c, None)))
        value = u.numeric(c, None)
        answer("numeric", "-" if value is None else value.hex())
        answer("name", u.name(c, ""))
        answer("upper", c.upper())
        answer("lower", c.lower())
        answer("title", c.title())
        answer("capitalize", c.capitalize())
        answer("swapcase", c.swapcase())
        answer("casefold", c.casefold())
        answer("predicates", "".join("01"[p(c)] for p in predicates))
        answer("identifier part", "01"[("a" + c).isidentifier()])
        answer("line break", number(len(("x" + c + "x").splitlines())))
        answer("sigma", ("aΣ" + c).lower() + ("aΣ" + c + "a").lower() + (c + "Σ").lower())
        answer("repr", repr(c))
        for form in ("NFC", "NFD", "NFKC", "NFKD"):
            answer(form, u.normalize(form, c))
            answer("is " + form, "01"[u.is_normalized(form, c)])


class Random:
    """The same numbers as in the C++ test."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) & (2**64 - 1)
        return (self.state >> 33) % limit

    def pick(self, items):
        return items[self.below(len(items))]

    def text(self, pool, most):
        return "".join([chr(self.pick(pool)) for _ in range(self.below(most + 1))])

    def data(self, pieces, most):
        return b"".join([self.pick(pieces) for _ in range(self.below(most + 1))])


POOL = [0x61, 0x62, 0x41, 0x42, 0x7A, 0x5A, 0x31, 0x20, 0x20, 0x09, 0x0A, 0x0D, 0x0B, 0x1C, 0x1F,
        0x85, 0xA0, 0x27, 0x22, 0x5C, 0x2B, 0x2D, 0x2E, 0x5F, 0x7F, 0xDF, 0xE9, 0xC9, 0xAD, 0xB5,
        0xFF, 0x130, 0x131, 0x149, 0x17F, 0x1C4, 0x1C5, 0x1C6, 0x2B0, 0x308, 0x345, 0x390, 0x3A3,
        0x3C3, 0x3C2, 0x430, 0x416, 0x5D0, 0x660, 0xB2, 0xBD, 0x10D0, 0x1C90, 0x13A0, 0xAB70,
        0x1E9E, 0x1F80, 0x1FB3, 0x2028, 0x2029, 0x2000, 0x3000, 0x2160, 0x4E00, 0xAC00, 0xD800,
        0xDC80, 0xDFFF, 0xE000, 0xFB01, 0xFEFF, 0xFFFD, 0x10400, 0x10428, 0x1D7CE, 0x1F600, 0xE0001,
        0x10FFFF]
MARKS = [0x61, 0x65, 0x41, 0x308, 0x301, 0x300, 0x323, 0x307, 0x327, 0x345, 0x344, 0x5B0, 0x5BF,
         0x64B, 0x3099, 0x304B, 0xE9, 0x1E69, 0x1EBF, 0x1100, 0x1161, 0x11A8, 0xAC00, 0xAC01, 0xB47,
         0xB3E, 0xB57, 0xDDD, 0xDCF, 0xFB2C, 0xFB01, 0xFDFA, 0x2126, 0x212B, 0x1D15F, 0x1D165,
         0x105D2, 0x105C9, 0x11382, 0x113C9, 0x16D67, 0x16D63, 0x16D69, 0x1611E, 0x16121, 0x334,
         0x338, 0x226D, 0x20D0, 0x31D]
PIECES = [b"a", b"b", b"A", b"Z", b"1", b" ", b"\t", b"\n", b"\r", b"\x0b", b"\x0c", b"\x1c", b"'",
          b'"', b"\\", b"+", b"-", b"\x00", b"\x7f", b"\x80", b"\x85", b"\x8d", b"\xa0", b"\xc2",
          b"\xc3\xa9", b"\xe2\x82\xac", b"\xe2\x82", b"\xed\xa0\x80", b"\xed\xb2\x80", b"\xe0\x80",
          b"\xf0\x9f\x98\x80", b"\xf0\x9f\x98", b"\xf0\x8f", b"\xf4\x90\x80\x80", b"\xf5", b"\xff",
          b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf", b"\x3d\xd8", b"\x00\xde", b"\xd8\x3d",
          b"\xde\x00", b"\x00\xd8\x00\x00", b"\x00\x00\x11\x00", b"a\x00\x00\x00", b"\x00\x00\x00b",
          b"\\x41", b"\\x4", b"\\u20ac", b"\\u20", b"\\U0001F600", b"\\U00110000", b"\\N{DIGIT ONE}",
          b"\\N{nbsp}", b"\\N{NOTHING}", b"\\N{KEYCAP DIGIT ONE}", b"\\N{", b"\\N", b"\\101",
          b"\\777", b"\\n", b"\\q", b"\\\n"]
TEXT_CODECS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le",
               "utf-32-be", "ascii", "latin-1", "unicode_escape", "raw_unicode_escape", "cp1252",
               "cp437", "koi8-r", "cp037", "mac_arabic", "iso8859-7"]
HANDLERS = ["strict", "ignore", "replace", "backslashreplace", "xmlcharrefreplace", "namereplace",
            "surrogateescape", "surrogatepass"]


def joined(fields, separator):
    return separator.join(fields)


def methods(kind, rounds):
    """str and bytes methods alike, on random arguments."""
    is_str = kind == "str"
    r = Random(1 if is_str else 2)
    bar = "|" if is_str else b"|"
    for _ in range(rounds):
        if is_str:
            s = r.text(POOL, 24)
            t = r.text(POOL[:12], 2)
            u = r.text(POOL, 3)
            chars = r.text(POOL, 12)
            fill = chr(r.pick(POOL))
        else:
            s = r.data(PIECES, 16)
            t = r.data(PIECES[:8], 2)
            u = r.data(PIECES, 3)
            chars = r.data(PIECES, 12)
            fill = r.pick(PIECES)[:1]
        k = r.below(5) - 1
        width = r.below(40)

        def tell(topic, data):
            answer(kind + " " + topic, data)

        for name in ("upper", "lower", "title", "capitalize", "swapcase"):
            tell(name, getattr(s, name)())
        names = ["isalpha", "isalnum", "isdigit", "islower", "isupper", "istitle", "isspace",
                 "isascii"]
        if is_str:
            tell("casefold", s.casefold())
            tell("ascii", ascii(s))
            names += ["isdecimal", "isnumeric", "isprintable", "isidentifier"]
        tell("repr", repr(s))
        for x in (s, t, u):
            tell("predicates", "".join("01"[getattr(x, name)()] for name in names))
        tell("split", joined(s.split(None, k), bar))
        tell("rsplit", joined(s.rsplit(None, k), bar))
        tell("splitlines", joined(s.splitlines(), bar))
        tell("splitlines keep", joined(s.splitlines(True), bar))
        if t:
            tell("split by", joined(s.split(t, k), bar))
            tell("rsplit by", joined(s.rsplit(t, k), bar))
            tell("partition", joined(s.partition(t), bar))
            tell("rpartition", joined(s.rpartition(t), bar))
        for name in ("strip", "lstrip", "rstrip"):
            tell(name, getattr(s, name)())
            tell(name + " chars", getattr(s, name)(chars))
        tell("replace", s.replace(t, u, k))
        tell("count", number(s.count(t)))
        tell("find", number(s.find(t)))
        tell("rfind", number(s.rfind(t)))
        tell("expandtabs", s.expandtabs(k + 3))
        for name in ("center", "ljust", "rjust"):
            tell(name, getattr(s, name)(width, fill))
        tell("zfill", s.zfill(width))


def normalization(rounds):
    r = Random(3)
    for i in range(rounds):
        s = r.text(MARKS, 90 if i % 64 == 0 else 10)
        for form in ("NFC", "NFD", "NFKC", "NFKD"):
            answer("random " + form, unicodedata.normalize(form, s))
            answer("random is " + form, "01"[unicodedata.is_normalized(form, s)])


def codecs(rounds):
    r = Random(4)
    for _ in range(rounds):
        data = r.data(PIECES, 10)
        text = r.text(POOL, 10)
        codec = r.pick(TEXT_CODECS)
        handler = r.pick(HANDLERS)
        for topic, work in (("decode ", lambda: data.decode(codec, handler)),
                            ("encode ", lambda: text.encode(codec, handler))):
            try:
                result = work()
            except UnicodeError as e:
                result = "%s %d %d" % (e, e.start, e.end)
            except TypeError as e:
                result = str(e)
            answer(topic + codec, result)


def searching(rounds):
    """Few letters, so that false starts abound."""
    r = Random(5)
    for i in range(rounds):
        pool = [b"a", b"b"] if i % 2 else [b"a", b"a", b"a", b"a", b"a", b"a", b"a", b"b"]
        s = r.data(pool, 600)
        t = r.data(pool, r.pick([2, 5, 20, 100]))
        answer("search", "%d %d %d" % (s.find(t), s.rfind(t), s.count(t)))


def codec_names():
    names = []
    for name in ("utf-8 UTF8 utf_8 U8 cp65001 Latin-1 latin1 L1 ISO-8859-1 iso8859.1 us-ascii ASCII 646"
                 " ansi_x3.4_1968 windows-1252 Windows_1252 CP1252 koi8_r mac-roman macintosh utf8-sig"
                 " utf-8-sig utf_16 UTF-16LE utf16le utf-32BE iso-8859-15 latin9 unicode-escape"
                 " raw_unicode_escape utf..8 -utf-8 utf-8- cp037 ibm437 nonsense utf9").split():
        try:
            names.append("".encode(name) is not None and __import__("codecs").lookup(name).name)
        except LookupError:
            names.append("-")
    answer("codec names", " ".join(names))


def single_byte_tables():
    import encodings.aliases
    import pkgutil
    for module in sorted(m.name for m in pkgutil.iter_modules(encodings.__path__)):
        code = __import__("encodings." + module, fromlist=["x"]) if module not in (
            "mbcs", "oem", "_win_cp_codecs", "latin_1", "iso8859_1") else None
        if hasattr(code, "decoding_table") or hasattr(code, "decoding_map"):
            answer("single byte", module)
            text = bytes(range(256)).decode(module, "replace")
            answer("single byte", text)
            answer("single byte", text.encode(module, "replace"))


properties()
methods("str", 20000)
methods("bytes", 20000)
normalization(20000)
codecs(60000)
searching(20000)
codec_names()
single_byte_tables()
if not ONLY:
    print("# Written by write_digests.py under CPython", sys.version.split()[0])
    for topic, (crc, count) in digests.items():
        print("%s;%08x;%d" % (topic, crc, count))
