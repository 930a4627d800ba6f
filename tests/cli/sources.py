"""Program files whose bytes matter: encodings, line ends, NUL bytes.

    python3 tests/cli/sources.py DIRECTORY    writes them; tests/cli/oracle_sources.mjs asks CPython 3.14 about them
"""

import sys

SOURCES = {
    # No encoding declared, and not UTF-8.
    "bad_line1.py": b'x = "\xe9"\n',
    "bad_line3.py": b'print(1)\ny = 2\nx = "\xe9\xff" + z\n',
    "bad_comment.py": b"# \xe9\nprint(1)\n",
    "bad_name.py": b"\xe9 = 1\n",
    "bad_truncated.py": b'x = "\xf0\x9f"',
    "bad_surrogate.py": b'x = "\xed\xa0\x80"\n',
    "bad_in_string.py": b'x = """a\nb\xe9\n"""\n',
    "bad_after_blank.py": b'\nxyz = "abc\xe9"\nx=3\n',
    "bad_indented.py": b'if 1:\n    x = 1\n    y = "\xe9"\n',
    "bad_wide.py": "#\n#\nx = '\u00e9\u4e00'".encode() + b'"\xe9"\n',
    "bad_behind_error.py": b'print(1 2)\n\n\n\n\n\nx = "a\xe9"\n',
    "bad_line2.py": b'x = 1\nx = "\xe9"\n',
    "utf16.py": "print(1)\n".encode("utf-16"),
    # UTF-8 declared.
    "utf8.py": b'# coding: utf-8\nprint("\xc3\xa9")\n',
    "utf8_upper.py": b'# coding: UTF_8\nprint("\xc3\xa9")\nx="\xe9"\n',
    "utf8_bad.py": b'# coding: utf-8\nprint(1)\nprint(2)\nx = "a\xe9"\n',
    "utf8_alias_bad.py": b'#!/bin/sh\n# coding: utf8\nprint(1)\nx = "a\xe9"\n',
    "utf8_sig.py": b'# coding: utf-8-sig\nprint("\xc3\xa9")\n',
    # Byte order marks.
    "bom.py": b'\xef\xbb\xbfprint("bom")\r\nprint(2)\r\n',
    "bom_only.py": b"\xef\xbb\xbf",
    "bom_utf8.py": b'\xef\xbb\xbf# coding: utf-8\nprint("bom\xc3\xa9")\n',
    "bom_alias.py": b'\xef\xbb\xbf# coding: utf8\nprint("bom")\n',
    "bom_latin1.py": b'\xef\xbb\xbf# coding: latin-1\nprint("bom")\n',
    "bom_unknown.py": b'\xef\xbb\xbf\n# coding: foo\nprint("bom")\n',
    "bom_error.py": b'\xef\xbb\xbfprint("bom" 1)\n',
    "bom_bad.py": b'\xef\xbb\xbf# x\nprint(1)\nprint(2)\nx = "a\xe9"\n',
    "bom_second_line.py": b"print(1)\n\xef\xbb\xbfprint(2)\n",
    # Cookies.
    "latin1.py": b'# coding: latin-1\nprint("\xe9", len("\xe9"))\n',
    "latin1_unix.py": b'# coding: latin-1-unix\nprint("\xe9")\n',
    "latin1_error.py": b'#!x\n# -*- coding: ISO-8859-1 -*-\nprint("\xe9")\nprint("\xe9" 1)\n',
    "latin1_traceback.py": b'# coding: latin_1\ndef f():\n    return "\xe9" + 1 + "\xe9\xe9"\nf()\n',
    "latin9.py": b'# coding: iso-8859-15\nprint("\xa4")\n',
    "cp1252.py": b'# coding: cp1252\nprint("\x80")\n',
    "cp1252_bad.py": b'# coding: cp1252\nx = 1\nprint("\x81")\n',
    "cp437.py": b'# coding: cp437\nprint("\x81")\n',
    "ascii.py": b'# coding: ascii\nprint("a")\n',
    "ascii_bad.py": b'# coding: us-ascii\nprint("\xc3\xa9")\n',
    "unknown.py": b"# coding: foo\nprint(1)\n",
    "unknown_second_line.py": b"#\n# coding: foo-bar\nprint(1)\n",
    "bytes_codec.py": b"# coding: hex\nprint(1)\n",
    "utf16_cookie.py": b"# coding: utf-16\nprint(1)\n",
    "unicode_escape.py": b'# coding: unicode_escape\nprint("\\u0041")\n',
    "no_cookie.py": b"# coding: !\nprint(1)\n",
    "cookie_behind_spaces.py": b'   \n# coding: latin-1\nprint("\xe9")\n',
    "cookie_line3.py": b'\n\n# coding: latin-1\nprint("\xe9")\n',
    "cookie_behind_code.py": b'"doc"\n# coding: latin-1\nprint("\xe9")\n',
    "cookie_cr.py": b'#\r# coding: latin-1\rprint("\xe9")\r',
    # NUL bytes.
    "nul.py": b'print(1)\nx = "a\0b"\n',
    "nul_only.py": b"\0",
    "nul_comment.py": b"print(1)\n# c \0\nprint(2)\n",
    "nul_in_brackets.py": b"x = (1,\n2, \0 3)\n",
    "nul_at_end.py": b"print(1)\0",
    "nul_behind_error.py": b'print(1 2)\n\n\n\n\n\nx = "a\0"\n',
    # Line ends, and their absence.
    "cr.py": b"print(1)\rprint(2)\r",
    "crlf.py": b"x = 1\r\n1/0\r\n",
    "crlf_string.py": b'x = """a\r\nb"""\r\nprint(repr(x))\r\n',
    "crlf_error.py": b"if 1:\r\n    y = 1 +\r\n",
    "mixed.py": b'x = "a\\\r\nb"\rprint(x)\nprint(2)\r\n',
    "no_newline.py": b"print(1)\nprint(2)",
    "no_newline_block.py": b"if 1:\n    print(2)",
    "form_feed.py": b"\x0cprint(1)\n",
    "control_z.py": b"print(1)\n\x1aprint(2)\n",
    "empty.py": b"",
    "only_comment.py": b"# hi",
    "backslash_at_end.py": b"x = 1 + \\",
    "shebang.py": b"#!/usr/bin/env python3\nprint(1)\n",
}

if __name__ == "__main__":
    for name, data in SOURCES.items():
        with open(f"{sys.argv[1]}/{name}", "wb") as file:
            file.write(data)
