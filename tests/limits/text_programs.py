"""Programs that call what str, bytes and bytearray offer for large texts again and again: `setup | expression`.

None of these calls may count as one step, whatever it finds where it looks first."""

import re

_TEXTS = {
    "spaces": "s = ' ' * 3 * 10**7; t = s[:-1] + 'x'",
    "letters": "s = 'a' * 3 * 10**7; t = s[:-1] + 'x'",
    "accents": "s = '\\xe9' * 10**7; t = s[:-1] + 'x'",
    "bytes": "s = b' ' * 3 * 10**7; t = s[:-1] + b'x'",
    "bytearray": "s = bytearray(b'a' * 3 * 10**7); t = s[:-1] + b'x'",
}

_OF_ALL = """
s.capitalize() s.center(4*10**7) s.count('b') s.count('ab') s.endswith(t) s.endswith((t,)*999) s.expandtabs() s.find('b') s.find('ab')
s.index('x') s.isalnum() s.isalpha() s.isascii() s.isdigit() s.islower() s.isspace() s.istitle() s.isupper() s.ljust(4*10**7) s.lower()
s.lstrip() s.lstrip('ab') s.partition('b') s.replace('b','c') s.replace('ab','c') s.rfind('b') s.rfind('ab') s.rpartition('b') s.rsplit()
s.rsplit('b') s.rsplit(None,1) s.rstrip() s.rstrip('ab') s.split() s.split('b') s.split('ab') s.split(None,1) s.splitlines() s.startswith(t)
s.startswith((t,)*999) s.strip() s.strip('ab') s.swapcase() s.title() s.upper() s.zfill(4*10**7) s.removeprefix(t) s.removesuffix(t)
s==t s<t s+t s[::2] s[::-1] 'b'in(s) 'ab'in(s) s.__contains__('b') s.__eq__(t) s.__lt__(t) repr(s) int(s) int(s,36) float(s) set(s) min(s)
""".split()

_OF_STR = """
s.casefold() s.encode() s.format() s.isdecimal() s.isidentifier() s.isnumeric() s.isprintable() s.translate({98:'x'}) s.translate({})
hash(s+'x') f'{s:>40000000}' '%s'%(s,) '%40000000s'%(s,) complex(s) eval(s) exec(s) ord(s) ascii(s) s.strip('\\xe9')
""".split()

_OF_BYTES = """
s.hex() s.decode() s.decode('latin-1') s.translate(None,b'b') s.translate(bytes(256)) memoryview(s)==t memoryview(s).tobytes()
int.from_bytes(s,'big') (98)in(s) sum(s) bytes(s) bytearray(s)
""".split()


def programs():
    found = {}
    for name, setup in _TEXTS.items():
        is_str = "b'" not in setup
        for number, expression in enumerate(_OF_ALL + (_OF_STR if is_str else _OF_BYTES)):
            if not is_str and expression in _OF_ALL:
                expression = re.sub(r"'(\w+)'", r"b'\1'", expression)
            found[f"text_{name}_{number}_repeated"] = (
                setup.replace("; ", "\n") + f"\nwhile True:\n    try: {expression}\n    except (ValueError, TypeError, SyntaxError, NameError): pass"
            )
    return found
