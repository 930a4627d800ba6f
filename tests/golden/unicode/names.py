# Names in escapes: case and aliases.
# oracle: native
for n in ('snowman', 'Snowman', 'HANGUL SYLLABLE GA', 'Hangul Syllable Ga', 'CJK UNIFIED IDEOGRAPH-4E00', 'cjk unified ideograph-4e00', 'LATIN SMALL LETTER A', ' SNOWMAN', 'SNOWMAN ', 'BELL', 'ALERT', 'LF', 'NEL', 'BOM', 'ZWSP', 'LATIN CAPITAL LETTER GHA', 'no such name', '', 'KEYCAP DIGIT ONE', 'LATIN SMALL LETTER A WITH MACRON AND GRAVE', 'TANGUT IDEOGRAPH-17000', 'CJK COMPATIBILITY IDEOGRAPH-F900', 'GREEK SMALL LETTER ALPHA', 'LATIN_SMALL_LETTER_A', 'CJK UNIFIED IDEOGRAPH-04E00', 'NUSHU CHARACTER-1B170', 'EGYPTIAN HIEROGLYPH A001', 'EURO-CURRENCY SIGN'):
    try: print(n, ascii(eval('"\\N{' + n + '}"')))
    except SyntaxError as e: print(n, e)
