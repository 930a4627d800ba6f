#!/usr/bin/env python3
"""Writes lexer/unicode/unicode16_delta.txt: what UCD files of an older Unicode lack of 16.0.

usage: make_delta.py UCD_DIRECTORY DUMP > unicode16_delta.txt

DUMP is what dump_cpython.py printed under CPython 3.14. The result has one section per UCD file, in
that file's own format; generate_tables.cc reads the directory's file and then the section, and
later lines win. Two forms are extensions: a "<PATTERN-*, First>" pair in UnicodeData.txt names
characters by their code points, and a "!" before a property takes it away.
"""

import collections
import sys

FIELDS = ("name category combining bidirectional decomposition decimal digit numeric mirrored "
          "upper lower title fold east_asian_width flags excluded").split()
FLAG_PROPERTIES = {"S": "XID_Start", "C": "XID_Continue", "L": "Lowercase", "U": "Uppercase",
                   "c": "Cased", "i": "Case_Ignorable"}
EMPTY = {"name": "", "category": "Cn", "combining": "0", "mirrored": "0"}


def read_ucd(path):
    """Yields (first, last, fields) for the lines of a UCD file."""
    for line in open(path, encoding="utf-8"):
        fields = [f.strip() for f in line.split("#")[0].split(";")]
        if not fields[0]:
            continue
        first, _, last = fields[0].partition("..")
        yield int(first, 16), int(last or first, 16), fields[1:]


def read_old(directory):
    table = [collections.defaultdict(str, EMPTY) for _ in range(0x110000)]
    start = None
    for first, _, f in read_ucd(directory + "/UnicodeData.txt"):
        name = f[0]
        if name.endswith(", First>"):
            start = first
            continue
        if name.endswith(", Last>"):
            points = range(start, first + 1)
            name = None
        else:
            points = (first,)
        for cp in points:
            r = table[cp]
            if name is None:
                if "Hangul" in f[0]:
                    r["name"] = "HANGUL SYLLABLE *"
                elif "CJK" in f[0]:
                    r["name"] = "CJK UNIFIED IDEOGRAPH-*"
                # CPython 3.14 does not name Tangut ideographs.
            elif name.endswith("-%04X" % cp):
                r["name"] = name[:-len("%04X" % cp)] + "*"
            elif name[0] != "<":
                r["name"] = name
            r.update(category=f[1], combining=f[2], bidirectional=f[3], decomposition=f[4],
                     decimal=f[5], digit=f[6], mirrored=str(int(f[8] == "Y")), upper=f[11],
                     lower=f[12], title="" if f[13] == "%04X" % cp else f[13] or f[11])
    for first, last, f in read_ucd(directory + "/extracted/DerivedNumericValues.txt"):
        for cp in range(first, last + 1):
            table[cp]["numeric"] = f[2]
    for first, last, f in read_ucd(directory + "/EastAsianWidth.txt"):
        for cp in range(first, last + 1):
            table[cp]["east_asian_width"] = f[0]
    for first, last, f in read_ucd(directory + "/DerivedCoreProperties.txt"):
        for letter, name in FLAG_PROPERTIES.items():
            if f[0] == name:
                for cp in range(first, last + 1):
                    table[cp]["flags"] += letter
    for first, last, f in read_ucd(directory + "/CaseFolding.txt"):
        if f[0] in "CF":
            table[first]["fold"] = f[1]
    for first, last, f in read_ucd(directory + "/CompositionExclusions.txt"):
        table[first]["excluded"] = "1"
    special = set()
    for first, _, f in read_ucd(directory + "/SpecialCasing.txt"):
        special.add(first)
    return table, special


def ranges(points):
    """Groups sorted code points into runs."""
    runs = []
    for cp in points:
        if runs and runs[-1][1] == cp - 1:
            runs[-1][1] = cp
        else:
            runs.append([cp, cp])
    return runs


def span(first, last):
    return "%04X" % first if first == last else "%04X..%04X" % (first, last)


def print_section(name, lines):
    if lines:
        print("\n@file", name)
        print("\n".join(lines))


def main():
    old, special = read_old(sys.argv[1])
    new = [None] * 0x110000
    new_aliases = []
    for line in open(sys.argv[2], encoding="utf-8"):
        if line[0] == "#":
            continue
        if line.startswith("@alias "):
            new_aliases.append(line[7:].rstrip("\n"))
            continue
        where, *fields = line.rstrip("\n").split(";")
        first, last = (int(x, 16) for x in where.split(".."))
        for cp in range(first, last + 1):
            new[cp] = dict(zip(FIELDS, fields, strict=True))

    data, numeric, width, derived, folding, exclusions = [], [], [], [], [], []
    groups = collections.defaultdict(list)
    for cp, (o, n) in enumerate(zip(old, new)):
        upper, lower, title = n["upper"], n["lower"], n["title"]
        if cp in special:
            upper, lower, title = o["upper"], o["lower"], o["title"]
        for mapping in (upper, lower, title):
            assert " " not in mapping, hex(cp)
        row = (n["name"], n["category"], n["combining"], n["bidirectional"], n["decomposition"],
               n["decimal"], n["digit"], n["mirrored"], upper, lower, title)
        was = (o["name"], o["category"], o["combining"], o["bidirectional"], o["decomposition"],
               o["decimal"], o["digit"], o["mirrored"], o["upper"], o["lower"], o["title"])
        if row != was:
            groups[row].append(cp)
        if n["numeric"] != o["numeric"]:
            groups["numeric", n["numeric"]].append(cp)
        if n["east_asian_width"] != (o["east_asian_width"] or "N"):
            groups["width", n["east_asian_width"]].append(cp)
        for letter, name in FLAG_PROPERTIES.items():
            # A character that is ignorable too does not show that it is cased.
            hidden = letter == "c" and "i" in n["flags"]
            if (letter in n["flags"]) != (letter in o["flags"]) and not hidden:
                groups["derived", ("" if letter in n["flags"] else "!") + name].append(cp)
        if n["fold"] != o["fold"] and not (cp in special and n["fold"]):
            groups["fold", n["fold"] or "%04X" % cp].append(cp)
        parts = n["decomposition"].split()
        excluded = o["excluded"] == "1" or "0" != new[int(parts[0], 16)]["combining"] if (
            parts and parts[0][0] != "<") else False
        if n["decomposition"] and n["decomposition"][0] != "<" and excluded != (
                n["excluded"] == "1") and " " in n["decomposition"]:
            exclusions.append(cp)

    for key, points in groups.items():
        for first, last in ranges(points):
            if key[0] == "numeric":
                numeric.append((first, "%s ; ; ; %s" % (span(first, last), key[1])))
            elif key[0] == "width":
                width.append((first, "%s;%s" % (span(first, last), key[1])))
            elif key[0] == "derived":
                derived.append((first, "%s ; %s" % (span(first, last), key[1])))
            elif key[0] == "fold":
                folding.append((first, "%s; %s; %s;" % (span(first, last),
                                                        "F" if " " in key[1] else "C", key[1])))
            else:
                name, *rest = key
                (category, combining, bidi, mapping, decimal, digit, mirrored, upper, lower,
                 title) = rest
                tail = ";%s;%s;%s;%s;%s;%s;;%s;;;%s;%s;%s" % (
                    category, combining, bidi, mapping, decimal, digit, "NY"[int(mirrored)], upper,
                    lower, title)
                if last - first > 1 and (name.endswith("-*") or category == "Cn"):
                    data.append((first, "%04X;<%s, First>%s" % (first, name, tail)))
                    data.append((last, "%04X;<%s, Last>%s" % (last, name, tail)))
                else:
                    if upper and not title:
                        tail += "%04X" % first  # empty would mean the upper case
                    for cp in range(first, last + 1):
                        full_name = name.replace("*", "%04X" % cp)
                        data.append((cp, "%04X;%s%s" % (cp, full_name, tail)))

    print("# What Unicode 15.1 and 16.0 added to and changed in the files of Unicode 15.0.")
    print("# Written by tools/unicode/make_delta.py out of CPython 3.14's unicodedata; its docstring")
    print("# says how to read this. Names and properties of the Unicode Character Database are")
    print("# published under the Unicode License v3.")
    print_section("UnicodeData.txt", [line for _, line in sorted(data)])
    print_section("DerivedNumericValues.txt", [line for _, line in sorted(numeric)])
    print_section("EastAsianWidth.txt", [line for _, line in sorted(width)])
    print_section("DerivedCoreProperties.txt", [line for _, line in sorted(derived)])
    print_section("CaseFolding.txt", [line for _, line in sorted(folding)])
    print_section("NameAliases.txt", new_aliases)
    print_section("CompositionExclusions.txt", ["%04X" % cp for cp in exclusions])


main()
