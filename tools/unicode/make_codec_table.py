"""Prints lexer/unicode/single_byte_codecs.def. Run it with CPython 3.14, whose tables these are."""

import encodings
import importlib
import pkgutil
import unicodedata
from encodings import aliases

HEAD = """\
// The single-byte codecs: PYSUB_SINGLE_BYTE_CODEC(name, aliases, characters).
//
// `name` is what codecs.lookup(...).name says; its form with "_" for "-" is the main name to look
// it up by, `aliases` (between blanks) are the others, normalised. `characters` are those of the
// bytes 0xA0..0xFF, 0x80..0xFF or 0x00..0xFF; before them a byte means the code point of the same
// number. U+FFFD: the byte means nothing. If a character occurs twice, encoding takes its last.
// Written by tools/unicode/make_codec_table.py.
// clang-format off"""


def literal(text):
    """C++ string literals of at most 80 columns; what does not show itself is escaped."""
    lines, line = [], ""
    for c in text:
        strong = unicodedata.bidirectional(c) in ("R", "AL", "AN", "NSM", "BN", "B", "S", "WS")
        if c in "\"\\":
            piece = "\\" + c
        elif c < " " or c == "\x7f":
            piece = "\\%03o" % ord(c)
        elif c != " " and (strong or not c.isprintable()):
            piece = "\\u%04X" % ord(c)
        else:
            piece = c
        if len(line) + len(piece) > 80:
            lines.append(line)
            line = ""
        line += piece
    lines.append(line)
    return "\n".join('    "%s"' % line for line in lines)


def main():
    others = {}
    for alias, module in aliases.aliases.items():
        others.setdefault(module, []).append(alias.lower())
    print(HEAD)
    for module in sorted(m.name for m in pkgutil.iter_modules(encodings.__path__)):
        if module in ("mbcs", "oem", "latin_1", "ascii", "_win_cp_codecs", "iso8859_1"):
            continue
        code = importlib.import_module("encodings." + module)
        if not hasattr(code, "decoding_table") and not hasattr(code, "decoding_map"):
            continue
        text = bytes(range(256)).decode(module, "replace")
        for start in (0xA0, 0x80, 0):
            if text[:start] == bytes(range(start)).decode("latin-1"):
                break
        name = code.getregentry().name
        assert name.replace("-", "_") == module
        print('PYSUB_SINGLE_BYTE_CODEC("%s",' % name)
        print('    "%s ",' % "".join(" " + a for a in sorted(others.get(module, []))))
        print(literal(text[start:]) + ")")


main()
