# compile(..., 'single'): one statement; a compound one is ended by a newline of its own.
for source in ('\n', '', '# c', '  \n', '#c\n', '\n\n1', '1', '1\n', '1;2', 'x = 1', 'def f(): pass', 'def f(): pass\n', 'def f(): pass\n\n', 'if 1:\n  pass',
               'if 1:\n  pass\n', 'if 1:\n  pass\n\n', '@d\ndef f(): pass', 'for x in y: pass', 'while 0: pass', 'try: pass\nfinally: pass', 'with a: pass', 'async def f(): pass',
               'def f(): pass # c', 'def f(): pass # c\n', '\n# c\nif 1: pass', '1 # c', 'if 1: pass\nelse: pass', 'if 1:\n  "é" ', '\\\nif 1: pass', 'iffy', 'format'):  # fmt: skip
    try:
        compile(source, 's', 'single')
        print(repr(source), 'compiles')
    except SyntaxError as e:
        print(repr(source), e.args)
