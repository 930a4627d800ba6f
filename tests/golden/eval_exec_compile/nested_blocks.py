# How deep blocks may be nested: handlers count twice.
def nested(head, count, tail=''):
    text = ''
    for i in range(count):
        text += ''.join(' ' * i + line + '\n' for line in head.split('\n'))
    text += ' ' * count + 'pass\n'
    if tail:
        text += ''.join(' ' * i + tail + '\n' for i in reversed(range(count)))
    return text
for head, tail in [('try: pass\nexcept E as e:', ''), ('try: pass\nexcept:', ''), ('try: pass\nexcept* E:', ''), ('try: pass\nexcept* E as e:', ''),
                   ('try:', 'finally: pass'), ('try:', 'except: pass'), ('with a:', ''), ('with a, b:', ''), ('for x in y:', ''),
                   ('while x:', ''), ('try: pass\nexcept: pass\nelse:', '')]:
    for count in range(1, 25):
        try:
            compile(nested(head, count, tail), 'f', 'exec')
        except SyntaxError as e:
            print(repr(head), count, e.msg, e.lineno)
            break
    else:
        print(repr(head), 'any')
