# str.strip() with very many characters to strip: CPython 3.14 library, "str.strip".
many = ''.join(map(chr, range(0x400, 0x1400)))
for text in ['\u0400a\u13ff', '\u1400x\u0401\u0402', '', '\u0500' * 5, 'a\U00010400']:
    print(ascii(text.strip(many)), ascii(text.lstrip(many)), ascii(text.rstrip(many)), ascii(text.strip(many + '\U00010400a')))
print(ascii('\u00e9\u4e00a'.strip('\u4e00a' + '\u00e9' * 20)))
