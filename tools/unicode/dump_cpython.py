"""Prints what CPython's unicodedata and str methods say about every code point.

Run it with CPython 3.14; make_delta.py compares the result with a directory of UCD files. One line
per run of code points that agree in everything: FIRST..LAST and then the fields of FIELDS below.
"""

import unicodedata
from unicodedata import (bidirectional, category, combining, decimal, decomposition, digit,
                         east_asian_width, mirrored, name, normalize, numeric)

FIELDS = ("name category combining bidirectional decomposition decimal digit numeric mirrored "
          "upper lower title fold east_asian_width flags excluded").split()


# CPython cannot list its aliases; these are what 15.1 and 16.0 added to NameAliases.txt.
NEW_ALIASES = ("CUNEIFORM SIGN KALAM", "BAMUM LETTER PHASE-A MAEMGBIEE",
               "MENDE KIKAKUI SYLLABLE M172 MBO", "MENDE KIKAKUI SYLLABLE M174 MBOO")


def hex_text(text):
    return " ".join("%04X" % ord(c) for c in text)


def number(value):
    """A rational with a small denominator, as UCD files write it."""
    if value is None:
        return ""
    for denominator in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 20, 32, 40, 64, 80, 160, 320):
        numerator = value * denominator
        if abs(numerator - round(numerator)) < 1e-9 * max(1, abs(numerator)):
            return str(round(numerator)) + ("/%d" % denominator if denominator > 1 else "")
    raise ValueError(value)


def flags(c):
    """Derived properties, where str methods show them."""
    cased = ("AΣ" + c).lower()[1] == "σ"
    ignorable = not cased and ("AΣ" + c + "A").lower()[1] == "σ"
    found = [("L", c.islower()), ("U", c.isupper()), ("S", c.isidentifier() and c != "_"),
             ("C", ("a" + c).isidentifier()), ("c", cased), ("i", ignorable),
             ("s", c.isspace()), ("b", len(("x" + c + "x").splitlines()) == 2),
             ("p", c.isprintable())]
    return "".join(letter for letter, on in found if on)


def record(cp):
    c = chr(cp)
    text = name(c, "")
    if text.endswith("-%04X" % cp):
        text = text[:-len("%04X" % cp)] + "*"
    elif 0xAC00 <= cp <= 0xD7A3:
        text = "HANGUL SYLLABLE *"
    mapping = decomposition(c)
    excluded = ""
    if mapping and mapping[0] != "<":
        excluded = str(int(normalize("NFC", c) != c))
    return (text, category(c), str(combining(c)), bidirectional(c), mapping,
            str(decimal(c, "")), str(digit(c, "")), number(numeric(c, None)), str(mirrored(c)),
            hex_text(c.upper()) if c.upper() != c else "",
            hex_text(c.lower()) if c.lower() != c else "",
            hex_text(c.title()) if c.title() != c else "",
            hex_text(c.casefold()) if c.casefold() != c else "",
            east_asian_width(c), flags(c), excluded)


def main():
    print("# unicodedata", unicodedata.unidata_version)
    for alias in NEW_ALIASES:
        print("@alias %04X;%s;correction" % (ord(unicodedata.lookup(alias)), alias))
    first, current = 0, record(0)
    for cp in range(1, 0x110001):
        here = record(cp) if cp < 0x110000 else None
        if here != current:
            print("%04X..%04X;" % (first, cp - 1) + ";".join(current))
            first, current = cp, here


main()
